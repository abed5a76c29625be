import { useLayoutEffect, useRef } from 'preact/hooks'
import { useStream } from './context.ts'

/**
 * The button that leads to what is new: to comments that came after the page was read, or to the next one of those that
 * the reader has not seen. It lies over the list, so that nothing moves when it appears. In a frame the page around it
 * scrolls, so there the button is put on the part that is on the screen.
 */
export function News() {
  const { actions, focus, reached, screenTop, texts, thread, unread } = useStream()
  const button = useRef<HTMLButtonElement>(null)
  const alone = focus.value?.alone ?? false
  const waiting = alone ? 0 : thread.waiting.value.length
  const rest = reached.value !== null ? (unread.value?.count ?? 0) : 0
  const top = screenTop.value
  const shown = waiting > 0 || rest > 0
  useLayoutEffect(() => {
    const place = button.current?.parentElement
    if (!button.current || !place) return
    const offset = top === null ? 0 : Math.max(0, top - place.getBoundingClientRect().top - scrollY)
    button.current.style.setProperty('top', `${offset}px`)
  }, [top, shown])
  return (
    <div class={`news${alone && shown ? ' with-room' : ''}`} id="stream-news">
      {shown && (
        <button
          type="button"
          class="new-comments"
          ref={button}
          onClick={() => (waiting > 0 ? actions?.showWaiting() : void actions?.showUnread())}
        >
          {waiting > 0 ? texts.counted('newComments', waiting) : texts.counted('nextUnread', rest)}
        </button>
      )}
    </div>
  )
}
