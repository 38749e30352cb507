// The state of the page in the part of its address that no server sees: JSON, compressed, in letters that links may have.

async function through(bytes, stream) {
  const whole = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await whole.arrayBuffer());
}

// A link may hold so much text.
const MOST = 2 << 20;

export async function packed(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

// The state of a link; null of what is none.
export async function unpacked(text) {
  try {
    if (text.length > MOST) return null;
    const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(plain, (character) => character.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    return typeof state === 'object' ? state : null;
  } catch {
    return null;
  }
}
