import type { ComponentChildren } from 'preact'
import { useAdmin } from '../../app/context.ts'
import type { UsedSetting } from './use-setting.ts'

interface SettingProps {
  readonly setting: UsedSetting
  /** Whether the label stands in the line of the field, as that of a switch does. */
  readonly inline?: boolean
  readonly children: ComponentChildren
}

/** The label of a setting, its field, what it does, and what is wrong with its value. */
export function Setting({ setting, inline = false, children }: SettingProps) {
  const { texts } = useAdmin()
  const { field, label, hint, problem, isChanged } = setting
  const name = (
    <span class="setting-name">
      <label for={field.id}>{label}</label>
      {isChanged && <span class="changed">{texts.text('changed')}</span>}
    </span>
  )
  return (
    <div class={`setting${inline ? ' setting-inline' : ''}`}>
      {!inline && name}
      <div class="setting-line">
        {children}
        {inline && name}
      </div>
      {hint && (
        <p class="hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${field.id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
