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

// What the parts of a state are.
const TEXTS = ['text', 'cat', 'code', 'processor', 'view', 'written'];
const LISTS = ['models', 'targets', 'tables', 'assume', 'unfolded'];
const SWITCHES = ['opencl', 'allowed', 'sensitivity'];

function isState(state) {
  const are = (names, isOne) => names.every((name) => state[name] === undefined || isOne(state[name]));
  return state !== null && typeof state === 'object' && !Array.isArray(state)
    && are(TEXTS, (value) => typeof value === 'string') && are(LISTS, Array.isArray) && are(SWITCHES, (value) => typeof value === 'boolean');
}

// The state of a link; null of what is none.
export async function unpacked(text) {
  try {
    if (text.length > MOST) return null;
    const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(plain, (character) => character.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    return isState(state) ? state : null;
  } catch {
    return null;
  }
}
