// Questions to the server. An answer is lines of JSON that come as they are found; the last says how it ended.

// What is said where an answer did not end as it should.
const ENDS = {
  deadline: 'the time for one request was over: what is there is shown',
  memory: 'the memory for one request was used up: what is there is shown',
  size: 'the answer is larger than answers may be: what is there is shown',
  busy: 'many questions that take long wait already: ask again in a while',
  fault: 'a fault of litmus: please report this test',
};

// Asks, and hands each line to `take`. Gives how it ended: `done`, or what is to be said.
export async function ask(what, question, take, signal) {
  const body = JSON.stringify(question);
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal };
  let response = await fetch(`/api/${what}`, request);
  for (let tries = 0; response.status === 503 && tries < 3; tries += 1) {
    await new Promise((go) => setTimeout(go, 1000 * Number(response.headers.get('Retry-After') ?? 1)));
    response = await fetch(`/api/${what}`, request);
  }
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({ error: response.statusText }));
    return { word: 'refused', message: error };
  }
  let last = { end: 'fault' };
  for await (const line of lines(response.body)) {
    if (line.end) last = line;
    else take(line);
  }
  return { word: last.end, message: ENDS[last.end], seconds: last.seconds };
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}

// A part of the page that asks one thing at a time: what it asked before is cancelled.
export function asker() {
  let current = null;
  const cancel = () => {
    current?.abort();
    current = null;
  };
  const asked = async (what, question, take) => {
    cancel();
    const own = new AbortController();
    current = own;
    try {
      const end = await ask(what, question, (line) => current === own && take(line), own.signal);
      return current === own ? end : null;
    } catch (error) {
      if (error.name === 'AbortError' || current !== own) return null;
      return { word: 'fault', message: `the server does not answer (${error.message})` };
    }
  };
  return Object.assign(asked, { cancel });
}
