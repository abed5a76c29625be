import { useLayoutEffect, useRef } from 'preact/hooks'
import { useStream } from './context.ts'

/**
 * The button for comments that came after the page was read. It lies over the list, so that nothing moves when it
 * appears. In a frame the page around it scrolls, so there the button is put on the part that is on the screen.
 */
export function News() {
  const { actions, screenTop, texts, thread } = useStream()
  const button = useRef<HTMLButtonElement>(null)
  const count = thread.waiting.value.length
  const top = screenTop.value
  useLayoutEffect(() => {
    const place = button.current?.parentElement
    if (!button.current || !place) return
    const offset = top === null ? 0 : Math.max(0, top - place.getBoundingClientRect().top - scrollY)
    button.current.style.setProperty('top', `${offset}px`)
  }, [top, count])
  return (
    <div class="news" id="stream-news">
      {count > 0 && (
        <button type="button" class="new-comments" ref={button} onClick={() => actions?.showWaiting()}>
          {texts.counted('newComments', count)}
        </button>
      )}
    </div>
  )
}
