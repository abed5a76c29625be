import { useAdmin } from '../app/context.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import type { Plugin } from './plugin.ts'
import type { ComponentFailure } from './use-component-failures.ts'

interface TroublesProps {
  readonly plugin: Plugin
  readonly broken: readonly ComponentFailure[]
}

/** What is wrong with a plugin, where, and how to solve it. */
export function Troubles({ plugin, broken }: TroublesProps) {
  const { texts } = useAdmin()
  const { reason, warnings, overrides, failures } = plugin
  return (
    <>
      {reason && <p class="problem">{reason}</p>}
      {warnings.map(({ code, message, fix }) => (
        <div key={`${code} ${message}`} class="trouble">
          <p>{message}</p>
          {fix && (
            <p>
              <strong>{texts.text('howToSolve')}</strong> {fix}
            </p>
          )}
        </div>
      ))}
      {overrides.map(({ what, owner, over }) => (
        <p key={what} class="trouble">
          {texts.text('overridden', { what, owner, over })}
        </p>
      ))}
      {(failures.length > 0 || broken.length > 0) && (
        <section class="failures">
          <h2>{texts.text('latestFailures')}</h2>
          <ul>
            {failures.map(({ hook, at, message, created_at: time }, i) => (
              <li key={i}>
                <code>{at || hook}</code> <Timestamp time={time} />
                <p dir="auto">{message}</p>
              </li>
            ))}
            {broken.map(({ slot, side, count, last_at: time }) => (
              <li key={`${slot} ${side}`}>
                <code>{slot}</code> <Timestamp time={time} />
                <p>
                  {texts.text(side === 'server' ? 'failedOnServer' : 'failedInBrowsers')}{' '}
                  {texts.counted('times', count)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
