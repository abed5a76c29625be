import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'
import type { Host } from './host.ts'

/** How often a frame asks which part of it is on the screen, while a button lies there. Milliseconds. */
const QUESTION = 1_000
/** The room above the button. Pixels. */
const ABOVE = 8

/** Keeps the button for new comments on the part of a frame that is on the screen. */
export function followScreen({ reached, screenTop, thread, unread }: Stream, host: Host): void {
  if (!host.framed) return
  effect(() => {
    const steps = reached.value !== null && unread.value !== null && unread.value.count > 0
    if (thread.waiting.value.length === 0 && !steps) return
    const ask = async () => {
      const { top } = await host.position()
      screenTop.value = top === 0 ? 0 : top + ABOVE
    }
    void ask()
    const timer = setInterval(() => void ask(), QUESTION)
    return () => clearInterval(timer)
  })
}

/** Shows on the page around a frame that something is wrong, while the head of the stream is above the screen. */
export function followNotices({ offline, problem, retry, texts, told }: Stream, host: Host): void {
  if (!host.framed) return
  let shown = false
  let turn = 0
  effect(() => {
    const mine = ++turn
    const name = offline.value ? 'noNetwork' : retry.value ? 'notLoaded' : problem.value
    const text = name === null ? told.value : texts.text(name)
    if (shown) host.notify(null)
    shown = false
    if (text === null) return
    void host.position().then(({ top }) => {
      // The condition may have changed meanwhile.
      if (top === 0 || mine !== turn) return
      shown = true
      host.notify({ kind: 'error', text })
    })
  })
}
