import { useStream } from './context.ts'

/** What keeps the reader from seeing everything: no network, or a list that could not be read. */
export function Condition() {
  const { offline, retry, texts } = useStream()
  const again = retry.value
  return (
    <div class="condition" aria-live="polite">
      {offline.value && <p>{texts.text('noNetwork')}</p>}
      {again && !offline.value && (
        <p>
          {texts.text('notLoaded')}{' '}
          <button type="button" class="button quiet" onClick={again}>
            {texts.text('tryAgain')}
          </button>
        </p>
      )}
    </div>
  )
}
