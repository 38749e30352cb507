#!/bin/sh
# Runs a long command of `litmus` on a Slurm cluster: a job array of shards, and a job that unites them and prints what the whole command says.
#
#     scripts/slurm-array.sh SHARDS FOLDER COMMAND...
#     scripts/slurm-array.sh 100 /shared/llvm24-6 table verify llvm24 --events 6
#
# COMMAND is one that has `--shard` (docs/scale.md), without `--shard` and `--results`. FOLDER is on a file system that all nodes see. It receives a
# file of results and a log for each shard, `results` with the answers of all, and `report`, what the command says. A shard that was cancelled or killed
# goes on where it was when the same line is run again. Options of Slurm (partition, account, time) are taken from its variables: SBATCH_PARTITION,
# SBATCH_ACCOUNT, SBATCH_TIMELIMIT. LITMUS is the program, `litmus` by default, LITMUS_CPUS the cores of each shard, 1 by default, and
# LITMUS_AT_ONCE how many shards may run at once.
# The last line printed is the number of the second job, whose exit code is the command's: 1 says that something is unsound. It follows whatever the shards'
# exit codes are: 2 says that a test of a shard is wrong, which loses no other, and a shard that is not complete is refused when files are united.
set -eu
if [ $# -lt 4 ]; then
  echo "usage: slurm-array.sh SHARDS FOLDER COMMAND..." >&2
  exit 2
fi

# Slurm starts this file again for each job, with one of these words before the arguments.
case $1 in
  shard)
    shards=$2 folder=$3
    shift 3
    export RAYON_NUM_THREADS="${SLURM_CPUS_PER_TASK:-1}"
    number=$SLURM_ARRAY_TASK_ID
    exec "${LITMUS:-litmus}" "$@" --shard "$number/$shards" --results "$folder/shard-$number.results"
    ;;
  merge)
    shards=$2 folder=$3
    shift 3
    export RAYON_NUM_THREADS="${SLURM_CPUS_PER_TASK:-1}"
    files=$folder/files
    number=1
    : > "$files"
    while [ "$number" -le "$shards" ]; do
      echo "$folder/shard-$number.results" >> "$files"
      number=$((number + 1))
    done
    rm -f "$folder/results"
    # One file a line, whatever else stands in its path.
    tr '\n' '\0' < "$files" | xargs -0 -n "$shards" -x "${LITMUS:-litmus}" merge "$folder/results"
    exec "${LITMUS:-litmus}" "$@" --results "$folder/results" > "$folder/report"
    ;;
esac

shards=$1 folder=$2
shift 2
mkdir -p "$folder"
cpus=${LITMUS_CPUS:-1}
array=$(sbatch --parsable --job-name litmus-shards --array "1-$shards${LITMUS_AT_ONCE:+%$LITMUS_AT_ONCE}" --cpus-per-task "$cpus" --output "$folder/shard-%a.log" \
  "$0" shard "$shards" "$folder" "$@")
sbatch --parsable --job-name litmus-merge --dependency "afterany:$array" --cpus-per-task "$cpus" \
  --output "$folder/merge.log" "$0" merge "$shards" "$folder" "$@"
