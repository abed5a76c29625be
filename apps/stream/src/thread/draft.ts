import { useEffect, useState } from 'preact/hooks'

/** What a reader has written and not posted yet. It outlasts a reload and the loss of the network. */
export interface Draft {
  readonly body: string
  /** The key that the comment is sent with, however often it is sent, so that it is posted once. */
  readonly key: string
  write(body: string): void
  clear(): void
}

interface Kept {
  readonly body: string
  readonly key: string
}

const EMPTY: Kept = { body: '', key: '' }

export function useDraft(discussion: string, parent: string | null, given: string): Draft {
  const name = nameOf(discussion, parent)
  const [kept, setKept] = useState<Kept>({ body: given, key: '' })
  // The server can't know the draft, so it is put into the form afterwards.
  useEffect(() => {
    const stored = read(name)
    if (stored !== EMPTY && given === '') setKept(stored)
  }, [name, given])
  return {
    ...kept,
    write(body) {
      const next = { body, key: kept.key || crypto.randomUUID() }
      setKept(next)
      store(name, next)
    },
    clear() {
      setKept(EMPTY)
      store(name, null)
    },
  }
}

/** The most characters of a quotation. */
const LONGEST_QUOTATION = 1_000

/** Puts a quotation at the end of what a reader has written in reply to a comment. */
export function addQuotation({
  discussion,
  parent,
  text,
}: {
  readonly discussion: string
  readonly parent: string
  readonly text: string
}): void {
  const name = nameOf(discussion, parent)
  const { body, key } = read(name)
  const quoted = text
    .slice(0, LONGEST_QUOTATION)
    .trim()
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')
  store(name, { body: `${body ? `${body.trimEnd()}\n\n` : ''}${quoted}\n\n`, key: key || crypto.randomUUID() })
}

const nameOf = (discussion: string, parent: string | null) => `platform:draft:${discussion}:${parent ?? ''}`

function read(name: string): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null
    return kept && typeof kept.body === 'string' && typeof kept.key === 'string' ? kept : EMPTY
  } catch {
    return EMPTY
  }
}

/** Storage may be switched off or full; then the draft lasts as long as the page. */
function store(name: string, kept: Kept | null): void {
  try {
    if (kept?.body) sessionStorage.setItem(name, JSON.stringify(kept))
    else sessionStorage.removeItem(name)
  } catch {}
}
