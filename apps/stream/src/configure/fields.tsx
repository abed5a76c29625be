import { useStream } from '../thread/context.ts'
import { settingTexts } from './texts.ts'

interface ProblemProps {
  readonly name: string
  /** What is wrong in the language of the page, where the page can tell. The server says it in English. */
  readonly cause?: string | null
}

/** Why a setting was refused. */
export function Problem({ name, cause = null }: ProblemProps) {
  const { configuration } = useStream()
  const message = configuration.value.errors[name]
  return message ? (
    <p class="setting-problem" id={`setting-${name}-problem`} role="alert" tabIndex={-1}>
      {cause ?? message}
    </p>
  ) : null
}

/** The attributes of a field whose value was refused. */
export function useWrong(name: string) {
  const { configuration } = useStream()
  return configuration.value.errors[name]
    ? ({ 'aria-invalid': 'true', 'aria-describedby': `setting-${name}-problem` } as const)
    : {}
}

interface SwitchProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  onChange(on: boolean): void
}

/** A setting that is on or off. */
export function Switch({ name, label, hint, checked, onChange }: SwitchProps) {
  return (
    <div class="setting">
      <label class="setting-switch">
        <input
          type="checkbox"
          name={name}
          value="on"
          checked={checked}
          aria-describedby={hint ? `setting-${name}-hint` : undefined}
          {...useWrong(name)}
          onChange={event => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p class="hint" id={`setting-${name}-hint`}>
          {hint}
        </p>
      )}
      <Problem name={name} />
    </div>
  )
}

interface TextProps {
  readonly name: string
  readonly label: string
  readonly value: string
  onInput(text: string): void
}

/** The longest text that the server takes. */
const LONGEST = 20_000

/** A setting that is a text in Markdown. */
export function Text({ name, label, value, onInput }: TextProps) {
  const { state, texts } = useStream()
  const tooLong = value.length > LONGEST
  const cause = tooLong ? settingTexts(state)('configTooLong', { most: texts.number(LONGEST) }) : null
  return (
    <div class="setting">
      <label>
        {label}
        <textarea
          name={name}
          rows={3}
          dir="auto"
          value={value}
          {...useWrong(name)}
          onInput={event => onInput(event.currentTarget.value)}
        />
      </label>
      <Problem name={name} cause={cause} />
    </div>
  )
}
