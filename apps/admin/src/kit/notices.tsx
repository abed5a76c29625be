import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** How long a sentence is shown. Milliseconds. */
const SHOWN = 8_000

/** The sentence that was last said to the user. Screen readers read it out. */
export function Notices() {
  const { notice, texts } = useAdmin()
  const said = notice.value
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => {
      if (notice.value === said) notice.value = null
    }, SHOWN)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div class="notices" role="status">
      {said && (
        <p class={`notice ${said.kind}`}>
          <span>{said.text}</span>
          {said.undo && (
            <button type="button" onClick={said.undo}>
              {texts.text('undo')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
