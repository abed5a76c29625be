import { keepInTab, readJsonFromTab } from '@platform/client-kit'
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Admin } from '../app/context.ts'
import { type Refusal, refusalIn, UNREACHABLE } from '../browser/graph.ts'
import { ChangedSettings, SaveSettings, SiteSettings } from '../documents/generated.ts'
import type { SaveSettingsMutation, SaveSettingsMutationVariables } from '../documents/types.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { problemsIn } from './checks.ts'
import { inputOf, isSame, type SettingValues, valuesOf } from './settings.ts'

const KEPT = 'platform:site-settings'

/** What the panel knows of the settings. */
export interface FormState {
  /** The settings as the server has them; `null` until they are read. */
  readonly stored: SettingValues | null
  readonly unread: boolean
  /** What is changed and not saved. */
  readonly pending: SettingValues
  /** Why changes were refused, by the name of the setting; `form` for what is about none. */
  readonly errors: Readonly<Record<string, string>>
  readonly saving: boolean
}

/** The settings of the site while an administrator changes them. */
export interface SettingsForm {
  readonly state: ReadonlySignal<FormState>
  read(): Promise<void>
  /** Changes settings in the form. What is as it is stored is no change. */
  change(changes: SettingValues): void
  discard(): void
  /** Saves every change, or none. The password is given again for some. @returns why it was refused */
  save(password?: string): Promise<Refusal | null>
}

const made = new WeakMap<Admin, SettingsForm>()

/** The form of the page: one, so that changes stay while the user looks at other views. */
export function settingsFormOf(admin: Admin): SettingsForm {
  const form = made.get(admin) ?? createForm(admin)
  made.set(admin, form)
  return form
}

function createForm({ graph, live, texts }: Admin): SettingsForm {
  const state = signal<FormState>({
    stored: null,
    unread: false,
    pending: readJsonFromTab<SettingValues>(KEPT) ?? {},
    errors: {},
    saving: false,
  })
  const put = (changes: Partial<FormState>) => {
    state.value = { ...state.value, ...changes }
  }
  const read = async () => {
    const answer = await graph.ask(SiteSettings, {}).catch(() => null)
    const settings = answer?.data?.settings
    if (!settings) return put({ unread: state.value.stored === null })
    const stored = valuesOf(settings)
    const pending = onTopOf(stored, state.value)
    put({ stored, unread: false, pending: changesIn(pending, stored) })
  }
  // Another administrator may change them meanwhile.
  live.follow(ChangedSettings, {}, () => void read())
  keepPending(state)
  return {
    state,
    read,
    change(changes) {
      const { errors, pending, stored } = state.value
      const others = Object.entries(errors).filter(([name]) => name !== 'form' && !(name in changes))
      put({ pending: changesIn({ ...pending, ...changes }, stored), errors: Object.fromEntries(others) })
    },
    discard: () => put({ pending: {}, errors: {} }),
    async save(password = '') {
      const { pending } = state.value
      const wrong = problemsIn(pending, texts)
      if (Object.keys(wrong).length > 0) {
        put({ errors: wrong })
        return { code: 'VALIDATION', message: null, error: {} }
      }
      put({ saving: true })
      const variables = { input: inputOf(pending), password } as SaveSettingsMutationVariables
      const answer = await graph.ask(SaveSettings, variables).catch(() => null)
      const refusal = answer ? refusalIn(answer) : UNREACHABLE
      put({ saving: false })
      if (refusal) {
        put({ errors: errorsOf(answer?.data ?? null, refusalText(texts, refusal)) })
        return refusal
      }
      const { pending: latest, stored } = state.value
      // What was changed meanwhile is not saved.
      put({ stored: stored && { ...stored, ...pending }, pending: changesIn(latest, pending), errors: {} })
      await read()
      return null
    },
  }
}

/** The changes of what was stored before, made to what is stored now: texts that others added to a list stay in it. */
const onTopOf = (now: SettingValues, { pending, stored: before }: FormState): SettingValues =>
  Object.fromEntries(
    Object.entries(pending).map(([name, wanted]) => {
      const [known, current] = [before?.[name], now[name]]
      if (!isTexts(wanted) || !isTexts(known) || !isTexts(current) || isSame(known, current)) return [name, wanted]
      const [had, has] = [new Set(known), new Set(wanted)]
      const left = current.filter(text => has.has(text) || !had.has(text))
      return [name, [...new Set([...left, ...wanted.filter(text => !had.has(text))])]]
    }),
  )

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value)

/** What differs from what is stored. */
const changesIn = (pending: SettingValues, stored: SettingValues | null): SettingValues =>
  Object.fromEntries(
    Object.entries(pending).filter(
      ([name, value]) => value !== undefined && !(stored && name in stored && isSame(stored[name], value)),
    ),
  )

/** Keeps what is not saved in the tab of the browser, and asks before the page is left with it. */
function keepPending(state: ReadonlySignal<FormState>): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  effect(() => {
    const { pending } = state.value
    const isChanged = Object.keys(pending).length > 0
    keepInTab(KEPT, isChanged ? JSON.stringify(pending) : null)
    if (!isChanged) return
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  })
}

/** The sentences of a refused change by the setting that each is about. */
function errorsOf(data: SaveSettingsMutation | null, otherwise: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const error of data?.updateSettings?.errors ?? []) {
    if (!('field_name' in error)) continue
    // A text of a list is named by its place: `wordlist.banned.3`.
    const name = error.field_name.replace(/\.\d+$/, '')
    found[name] = [found[name], error.message ?? error.translation_key].filter(Boolean).join(' ')
  }
  return Object.keys(found).length > 0 ? found : { form: otherwise }
}
