import { useId } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { Plugin } from './plugin.ts'

/** What a JSON Schema says of one key. */
interface Property {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
}

/** The configuration of a plugin by its schema. The operator changes it where the server is started. */
export function PluginSettings({ plugin }: { readonly plugin: Plugin }) {
  const { texts } = useAdmin()
  const { properties = {} } = JSON.parse(plugin.configSchema ?? '{}') as {
    readonly properties?: Readonly<Record<string, Property>>
  }
  const given = new Map(plugin.config.map(value => [value.key, value]))
  const keys = [...new Set([...Object.keys(properties), ...given.keys()])]
  if (keys.length === 0) return null
  return (
    <fieldset class="plugin-settings">
      <legend>{texts.text('pluginSettings')}</legend>
      <p class="hint">{texts.text('pluginSettingsAbout')}</p>
      {keys.map(key => (
        <PluginSetting key={key} name={key} property={properties[key] ?? {}} given={given.get(key)} />
      ))}
    </fieldset>
  )
}

interface PluginSettingProps {
  readonly name: string
  readonly property: Property
  readonly given: Plugin['config'][number] | undefined
}

function PluginSetting({ name, property: { title, description }, given }: PluginSettingProps) {
  const { texts } = useAdmin()
  const id = useId()
  const value = given ? (JSON.parse(given.value) as unknown) : undefined
  const isSwitch = typeof value === 'boolean'
  const hint = [description, given ? sourceText(given.source, texts.text) : texts.text('notGiven')]
  const text = given?.hidden
    ? texts.text('secretSet')
    : value === undefined || value === null
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return (
    <div class="setting">
      <label for={id}>
        {title ?? name} {title && <code>{name}</code>}
      </label>
      {isSwitch && !given?.hidden ? (
        <input id={id} type="checkbox" checked={value} disabled aria-describedby={`${id}-hint`} />
      ) : (
        <input id={id} type="text" readOnly dir="auto" value={text} aria-describedby={`${id}-hint`} />
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint.filter(Boolean).join(' ')}
      </p>
    </div>
  )
}

type Text = ReturnType<typeof useAdmin>['texts']['text']

/** Where a value comes from, and with it where it is changed. */
const sourceText = (source: string, text: Text) =>
  source === 'default'
    ? text('defaultValue')
    : /^[A-Z]+_[A-Z0-9_]+$/.test(source)
      ? text('fromVariable', { name: source })
      : text('fromList')
