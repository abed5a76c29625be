import { useAdmin } from '../../app/context.ts'
import { problemsIn } from '../checks.ts'
import { settingsFormOf } from '../form.ts'
import { factsOf, type SettingName } from '../settings.ts'

/** A setting in the form: its value with what is not saved, what is wrong with it, and the attributes of its field. */
export function useSetting(name: SettingName) {
  const admin = useAdmin()
  const { texts } = admin
  const form = settingsFormOf(admin)
  const { stored, pending, errors } = form.state.value
  const isChanged = name in pending
  const value = isChanged ? pending[name] : (stored?.[name] ?? null)
  const problem = errors[name] ?? (isChanged ? problemsIn({ [name]: value }, texts)[name] : undefined) ?? null
  const { label, hint } = factsOf(name)!
  const id = `setting-${name.replace('.', '-')}`
  return {
    value,
    problem,
    isChanged,
    label: texts.text(label),
    hint: hint ? texts.text(hint) : null,
    change: (to: unknown) => form.change({ [name]: to }),
    field: {
      id,
      name,
      'aria-invalid': problem ? ('true' as const) : undefined,
      'aria-describedby': [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
    },
  }
}

export type UsedSetting = ReturnType<typeof useSetting>
