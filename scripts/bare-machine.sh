#!/bin/sh
# Tries both commands of the README on machines that have nothing: in chroots that debootstrap makes, of Debian 12 and of sid. Needs root,
# debootstrap, and some 4 GB below FOLDER for each. How this machine reaches its mirrors (proxies, certificates, the configuration of apt,
# pip and cargo) is passed on. The first command builds from a fresh clone of HEAD; building again must then compile nothing.
#
#     scripts/bare-machine.sh [--suite bookworm|sid|…]… [--user] [--toolchain DIR] [--frozen] [--folder FOLDER] [--keep]
#
# --suite      a Debian release, `bookworm` and `sid` if none is given
# --user       as a user with sudo, not as root
# --toolchain  a Rust toolchain of this machine (`rustc --print sysroot`), for where neither a package nor the installer can be had
# --frozen     the mirror is a snapshot, whose lists are valid no more
# --folder     where the chroots go (/tmp/bare-machine)
# --keep       leave the chroots; one that is there is used as it is, and is bare no more
#
# Exit codes: 0 both commands pass in all, 1 they do not in some, 2 a chroot cannot be made.
set -eu
cd "$(dirname "$0")/.."
checkout=$(pwd)
suites=
user=root
toolchain=
frozen=
folder=/tmp/bare-machine
keep=
while [ $# -gt 0 ]; do
  case $1 in
  --suite) suites="$suites $2"; shift ;;
  --user) user=someone ;;
  --toolchain) toolchain=$2; shift ;;
  --frozen) frozen=1 ;;
  --folder) folder=$2; shift ;;
  --keep) keep=1 ;;
  *) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
  esac
  shift
done
suites=${suites:-bookworm sid}

fail() {
  echo "bare-machine: $*" >&2
  exit 2
}
[ "$(id -u)" = 0 ] || fail "chroots need root"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"

root=
leave() {
  [ -n "$root" ] || return 0
  for place in opt/toolchain dev/pts dev proc sys; do
    if mountpoint -q "$root/$place"; then umount "$root/$place" || umount -l "$root/$place"; fi
  done
  [ -n "$keep" ] || rm -rf --one-file-system "$root"
}
trap leave EXIT
trap 'exit 2' INT TERM

# The mirror that this machine's apt uses for Debian.
mirror() {
  found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n 's/^URIs: *\([^ ]*\/debian\)\/\{0,1\}$/\1/p; s/^deb \(\[.*\] \)\{0,1\}\([^ ]*\/debian\)\/\{0,1\} .*/\2/p' | head -n 1)
  echo "${found:-http://deb.debian.org/debian}"
}

copy() { # copy FILE [PLACE]: into the chroot, if it is there
  if [ -e "$1" ]; then
    mkdir -p "$root/$(dirname "${2:-$1}")"
    cp -RL "$1" "$root/${2:-$1}"
  fi
}

# How this machine reaches its mirrors.
pass_on() {
  home=$1
  copy /etc/resolv.conf
  copy /etc/hosts
  copy /etc/apt/auth.conf.d
  apt-config dump Acquire | grep -i 'proxy\|CaInfo' >"$root/etc/apt/apt.conf.d/90machine" || true
  [ -z "$frozen" ] || echo 'Acquire::Check-Valid-Until "false";' >>"$root/etc/apt/apt.conf.d/90machine"
  bundle=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
  copy "$bundle" /etc/machine-certificates.crt
  copy /etc/pip.conf
  for file in .config/pip/pip.conf .pip/pip.conf; do copy "$HOME/$file" "$home/$file"; done
  copy "${CARGO_HOME:-$HOME/.cargo}/config.toml" "$home/.cargo/config.toml"
  env | grep -i '^\(https\{0,1\}_proxy\|all_proxy\|no_proxy\|pip_[a-z_]*\|cargo_registr[a-z_]*\|cargo_net[a-z_]*\|cargo_http[a-z_]*\|rustup_dist_server\|rustup_update_root\)=' |
    grep -v '^PIP_CERT=' | sed "s/'/'\\\\''/g; s/^\([^=]*\)=\(.*\)/export \1='\2'/" >"$root/etc/machine.env" || true
  if [ -e "$root/etc/machine-certificates.crt" ]; then
    for name in SSL_CERT_FILE CURL_CA_BUNDLE CARGO_HTTP_CAINFO PIP_CERT REQUESTS_CA_BUNDLE; do
      echo "export $name=/etc/machine-certificates.crt" >>"$root/etc/machine.env"
    done
  fi
}

inside() { # inside COMMAND: what the user types in the checkout
  path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  [ -z "$toolchain" ] || path=/opt/toolchain/bin:$path
  command=". /etc/machine.env && cd ~/gfx-litmus && $1"
  if [ "$user" = root ]; then
    env -i HOME=/root PATH="$path" LANG=C.UTF-8 chroot "$root" sh -c "$command"
  else
    chroot "$root" su "$user" -s /bin/sh -c "PATH=$path; export PATH; $command"
  fi
}

timed() { # timed WORDS COMMAND
  echo "== $suite as $user: $2"
  start=$(date +%s)
  status=0
  inside "$2" >"$root/tmp/said" 2>&1 || status=$?
  tail -n "$1" "$root/tmp/said"
  echo "== exit code $status after $(($(date +%s) - start)) s"
  return $status
}

try() {
  home=/root
  if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase "$suite" "$root" "$(mirror)" >/dev/null || fail "no chroot of $suite"
  fi
  for place in proc sys dev; do mount --bind "/$place" "$root/$place"; done
  if [ "$user" != root ]; then
    home=/home/$user
    chroot "$root" useradd -m "$user" 2>/dev/null || true
    chroot "$root" sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends sudo >/dev/null 2>&1'
    echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
  fi
  if [ -n "$toolchain" ]; then
    mkdir -p "$root/opt/toolchain"
    mount --bind "$toolchain" "$root/opt/toolchain"
  fi
  pass_on "$home"
  rm -rf "$root$home/gfx-litmus"
  git clone -q "file://$checkout" "$root$home/gfx-litmus"
  [ "$user" = root ] || chroot "$root" chown -R "$user:" "$home"
  passed=0
  timed 3 '.ci/setup && cargo run --release -- check litmus' || passed=1
  timed 3 '.ci/setup && cargo test --release' || passed=1
  timed 2 'cargo build --release >/tmp/again 2>&1 && ! grep Compiling /tmp/again' || passed=1
  return $passed
}

result=0
for suite in $suites; do
  root=$folder/$suite
  mkdir -p "$root"
  try || result=1
  leave
  root=
done
exit $result
