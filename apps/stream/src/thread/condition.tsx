import { useStream } from './context.ts'

/**
 * What keeps the reader from seeing everything: no network, or a list that could not be read. The
 * same place says that the reader could not be signed in or out, and
 * what plugins want the reader to know.
 */
export function Condition() {
  const { offline, problem, retry, texts, told } = useStream()
  const again = retry.value
  return (
    <div class="condition" aria-live="polite">
      {problem.value && <p role="alert">{texts.text(problem.value)}</p>}
      {told.value && <p>{told.value}</p>}
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
