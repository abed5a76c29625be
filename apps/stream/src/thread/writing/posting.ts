import { useEffect, useRef, useState } from 'preact/hooks'
import { type PostResult, useStream } from '../context.ts'
import type { Draft } from '../draft.ts'

/** How long a comment that could not be sent waits for the next attempt. Milliseconds. */
const PAUSE = 10_000

/** Whether the comment has a place in the stream now. */
export const isPlaced = ({ kind }: PostResult) => kind === 'posted' || kind === 'held'

/** Sends a draft, and sends it again with the same key when the connection was lost, also after a reload. */
export function usePosting(draft: Draft, parent: string | null) {
  const { actions, replying, sending, texts, viewer } = useStream()
  const [result, setResult] = useState<PostResult | 'posting' | null>(null)
  const busy = useRef(false)
  const latest = useRef(draft)
  latest.current = draft
  const user = viewer.value?.id

  const send = async (quietly = false): Promise<PostResult | null> => {
    const body = draft.body.trim()
    if (!actions || busy.current) return null
    if (body === '') {
      setResult({ kind: 'refused', message: texts.text('blank') })
      return null
    }
    busy.current = true
    const key = draft.begin()
    if (!quietly) {
      setResult('posting')
      sending.value = { parent, body }
    }
    const answer = await actions.post({ body, more: draft.more, parent, key })
    busy.current = false
    sending.value = null
    // What its author wrote while it was sent again is another comment.
    const written = viewer.value?.id === user ? latest.current : draft
    const isOver = isPlaced(answer) && written.body.trim() === body
    if (isOver) draft.clear()
    // The server keeps what a key was sent with, so another text needs another key.
    else if ('id' in answer || answer.kind === 'postedBefore') written.end({ anew: true })
    else if (answer.kind !== 'offline') written.end()
    setResult(answer)
    if (parent !== null && replying.value === parent && isOver) replying.value = null
    return answer
  }

  // The next reader of this tab does not learn what became of a comment of the one before.
  useEffect(() => {
    if (user !== undefined) return () => setResult(null)
  }, [user])
  const waits = draft.sent && user !== undefined
  useEffect(() => {
    if (!waits || result === 'posting') return
    if (result === null) {
      void send()
      return
    }
    const again = async () => {
      // Another user may have signed in meanwhile, in another tab.
      if (navigator.onLine) await actions?.refresh()
      if (viewer.value?.id === user) void send(true)
    }
    addEventListener('online', again)
    const timer = setTimeout(again, PAUSE)
    return () => {
      removeEventListener('online', again)
      clearTimeout(timer)
    }
  }, [waits, result])

  return { result, send, forget: () => setResult(null) }
}
