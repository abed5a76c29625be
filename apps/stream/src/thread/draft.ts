import { keepInTab, readJsonFromTab } from '@platform/client-kit'
import { useEffect, useState } from 'preact/hooks'
import { useStream } from './context.ts'

/**
 * What a reader has written and not posted yet. It outlasts a reload and the loss of the network. Another user who
 * signs in later in the same tab neither sees nor sends it.
 */
export interface Draft {
  readonly body: string
  /** What plugins add to the comment, by the fields of its input. */
  readonly more: More
  /** The key that the comment is sent with, however often it is sent, so that it is posted once. */
  readonly key: string
  /** Whether it was sent, and no answer has come: it is sent again once there is a connection, also after a reload. */
  readonly sent: boolean
  write(body: string): void
  /** Writes, and changes what plugins add. */
  change(body: string, more: More): void
  /** Notes that it is sent now. @returns the key to send it with */
  begin(): string
  /** Notes that an answer came, and the text stays. The next attempt has another key when `anew` is given. */
  end(how?: { readonly anew: boolean }): void
  /** Notes that the reader closed the form, which then stays closed after a reload. */
  close(): void
  clear(): void
}

type More = Readonly<Record<string, unknown>>

interface Kept {
  readonly body: string
  readonly more?: More
  readonly key: string
  readonly sent?: boolean
  readonly closed?: boolean
  /** The id of the user who wrote it; without one an anonymous reader did. */
  readonly owner?: string | undefined
}

const EMPTY: Kept = { body: '', key: '' }

interface DraftOptions {
  /** A text that was refused, which counts more than a kept one. */
  readonly given?: string
  /** The text to begin with, where none is kept. */
  readonly initial?: string
}

/** The draft of a comment, of a reply to `parent`, or of another text that `parent` names. */
export function useDraft(
  discussion: string,
  parent: string | null,
  { given = '', initial = '' }: DraftOptions = {},
): Draft {
  const { ended, viewer } = useStream()
  const user = viewer.value?.id
  const name = nameOf(discussion, parent)
  const [latest, setLatest] = useState<Kept>({ body: given || initial, key: '' })
  // After the end of a session the text stays, until another user signs in.
  const goesOn = user === undefined && ended.value !== null
  const kept = goesOn || isFor(latest, user) ? latest : { body: initial, key: '' }
  const { more = {} } = kept
  const keep = (next: Kept) => {
    const whole = { more, ...next }
    setLatest(whole)
    store(name, whole)
  }
  const owner = user ?? kept.owner
  // The server can't know the draft, so it is put into the form afterwards.
  useEffect(() => {
    const stored = read(name)
    if (stored === EMPTY || given !== '') return
    if (user === undefined || stored.owner !== undefined) setLatest(stored)
    // What an anonymous reader wrote belongs to the user as whom they sign in, who has to send it again.
    else keep({ body: stored.body, key: stored.key, owner: user })
  }, [name, given, user])
  return {
    ...kept,
    more,
    sent: (kept.sent ?? false) && kept.owner === user,
    write: body => keep({ body, key: kept.key || newKey(), owner }),
    change: (body, added) => keep({ body, more: { ...more, ...added }, key: kept.key || newKey(), owner }),
    begin() {
      const key = kept.key || newKey()
      keep({ ...kept, key, sent: true, owner })
      return key
    },
    end: ({ anew } = { anew: false }) => keep({ body: kept.body, key: anew ? newKey() : kept.key, owner }),
    close: () => keep({ body: kept.body, key: kept.key, closed: true, owner }),
    clear() {
      setLatest(EMPTY)
      store(name, null)
    },
  }
}

/** Whether a user may see a draft: their own, or one of an anonymous reader. */
const isFor = ({ owner }: Kept, user: string | undefined) => owner === undefined || owner === user

/** Puts a quotation at the end of what a reader has written in reply to a comment. */
export function addQuotation({
  discussion,
  parent,
  quotation,
  owner,
}: {
  readonly discussion: string
  readonly parent: string
  readonly quotation: string
  readonly owner: string
}): void {
  const name = nameOf(discussion, parent)
  const stored = read(name)
  const { body, key, more = {} } = isFor(stored, owner) ? stored : EMPTY
  // A second click on the button adds nothing.
  if (body.trimEnd().endsWith(quotation)) return
  const longer = `${body ? `${body.trimEnd()}\n\n` : ''}${quotation}\n\n`
  store(name, { body: longer, more, key: key || newKey(), owner })
}

/** The comments below which the form of a reply was open that is not posted: first those to which it was sent. */
export function draftedReplies(discussion: string, user: string): string[] {
  const start = nameOf(discussion, '')
  try {
    return (
      Object.keys(sessionStorage)
        .filter(name => name.startsWith(start) && isFor(read(name), user) && !read(name).closed)
        .sort((one, other) => Number(read(other).sent ?? false) - Number(read(one).sent ?? false))
        .map(name => name.slice(start.length))
        // The empty name is that of the form above the list, and one with a colon that of another form.
        .filter(parent => /^[^:]+$/.test(parent))
    )
  } catch {
    return []
  }
}

/** A reply that is not posted, with the key to send it with. */
export function draftOf(discussion: string, parent: string): Kept {
  return read(nameOf(discussion, parent))
}

/** Forgets a reply that is not posted. */
export function dropDraft(discussion: string, parent: string): void {
  store(nameOf(discussion, parent), null)
}

/** `crypto.randomUUID` is missing on a site without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

const nameOf = (discussion: string, parent: string | null) => `platform:draft:${discussion}:${parent ?? ''}`

function read(name: string): Kept {
  const kept = readJsonFromTab<Kept>(name)
  return kept && typeof kept.body === 'string' && typeof kept.key === 'string' ? kept : EMPTY
}

/** Without storage the draft lasts as long as the page. */
const store = (name: string, kept: Kept | null) => keepInTab(name, kept?.body ? JSON.stringify(kept) : null)
