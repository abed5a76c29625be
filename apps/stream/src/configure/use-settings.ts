import { useStream } from '../thread/context.ts'
import type { ConfiguredDiscussion } from '../thread/state.ts'
import { type SettingText, settingTexts } from './texts.ts'

/** The settings as the moderator sees them: the stored ones with what is changed, and how they are changed. */
export function useSettings(stored: ConfiguredDiscussion): {
  text(name: SettingText, values?: Readonly<Record<string, string>>): string
  value(name: string): unknown
  change(changes: Readonly<Record<string, unknown>>): void
} {
  const { actions, configuration, state } = useStream()
  const known: Readonly<Record<string, unknown>> = { ...stored.settings, closedMessage: stored.closedMessage }
  return {
    text: settingTexts(state),
    value: name => configuration.value.pending[name] ?? known[name] ?? null,
    change(changes) {
      // What is as it is stored is no change.
      const news = Object.entries(changes).map(([name, value]) => {
        const same = name in known && (known[name] ?? '') === value
        return [name, same ? undefined : value] as const
      })
      void actions?.configuring().then(configuring => configuring.change(Object.fromEntries(news)))
    },
  }
}
