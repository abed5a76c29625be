import { useState } from 'preact/hooks'
import { useStream } from '../thread/context.ts'
import type { ConfiguredDiscussion } from '../thread/state.ts'
import { Problem, Text, useWrong } from './fields.tsx'
import { useSettings } from './use-settings.ts'

const HOUR = 60 * 60_000
/** The times from now at which a discussion can be closed, in milliseconds. */
const SPANS = { now: 0, hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const
const CHOICES = [
  ['keep', 'configKeep'],
  ['open', 'configOpen'],
  ['now', 'configNow'],
  ['hour', 'configHour'],
  ['day', 'configDay'],
  ['week', 'configWeek'],
  ['month', 'configMonth'],
] as const
type Choice = (typeof CHOICES)[number][0] | 'at'

/** When the discussion closes, and what readers see then. */
export function Closing({ stored }: { readonly stored: ConfiguredDiscussion }) {
  const { alive } = useStream()
  const { text, value, change } = useSettings(stored)
  const [chosen, setChosen] = useState<Choice>('keep')
  const { configuration } = useStream()
  const isPending = 'closedAt' in configuration.value.pending
  // A moderator who comes back finds the time that is not saved yet.
  const choice = isPending ? (chosen === 'keep' ? 'at' : chosen) : chosen === 'at' ? 'at' : 'keep'
  const choose = (next: Choice) => {
    setChosen(next)
    if (next === 'keep' || next === 'at') change({ closedAt: undefined })
    else change({ closedAt: next === 'open' ? null : new Date(Date.now() + SPANS[next]).toISOString() })
  }
  return (
    <fieldset class="setting settings-closing">
      <legend>{text('configClosing')}</legend>
      <p class="hint">{useNow(stored)}</p>
      <div class="setting-row">
        <select
          name="closing"
          aria-label={text('configClosing')}
          value={choice}
          {...useWrong('closedAt')}
          onChange={event => choose(event.currentTarget.value as Choice)}
        >
          {CHOICES.map(([name, label]) => (
            <option key={name} value={name}>
              {text(label)}
            </option>
          ))}
          {/* A time of the reader's clock means nothing to the server without its zone. */}
          {alive.value && <option value="at">{text('configAt')}</option>}
        </select>
        {choice === 'at' && (
          <input
            type="datetime-local"
            aria-label={text('configTime')}
            value={localTime(configuration.value.pending['closedAt'])}
            onInput={event => {
              const { value: given } = event.currentTarget
              change({ closedAt: given === '' ? undefined : new Date(given).toISOString() })
            }}
          />
        )}
      </div>
      <Problem name="closedAt" cause={text('configBadTime')} />
      <Text
        name="closedMessage"
        label={text('configMessage')}
        value={String(value('closedMessage') ?? '')}
        onInput={message => change({ closedMessage: message })}
      />
    </fieldset>
  )
}

/** What holds now. The server does not know the time zone of the moderator, so it says how long it is. */
function useNow(stored: ConfiguredDiscussion): string {
  const { alive, now, texts } = useStream()
  const { text } = useSettings(stored)
  const closesAt = stored.closedAt === null ? null : Date.parse(stored.closedAt)
  if (stored.isClosed || (closesAt !== null && closesAt <= now.value)) return text('configIsClosed')
  if (closesAt === null) return text('configIsOpen')
  if (!alive.value) return texts.text('closesIn', { time: texts.span(closesAt - now.value) })
  return `${text('configClosesAt', { time: texts.exact(closesAt) })} ${texts.text('closesIn', { time: texts.span(closesAt - now.value) })}.`
}

/** A time as a field of the browser has it. */
function localTime(time: unknown): string {
  if (typeof time !== 'string') return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
