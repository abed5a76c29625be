import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PluginsOfServer } from '../documents/generated.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import type { Plugin } from './plugin.ts'
import { PluginCard } from './plugin-card.tsx'
import { useComponentFailures } from './use-component-failures.ts'

/** `/admin/plugins`: which plugins run, what fails in them, and how they are configured. */
export function Plugins() {
  const { texts } = useAdmin()
  const { data, failed, again } = useQuery(PluginsOfServer, {})
  const broken = useComponentFailures()
  const [wanted, want] = useState('')
  const [onlyTrouble, setOnlyTrouble] = useState(false)
  const plugins = data?.plugins ?? []
  const hasTrouble = ({ name, state, failureCount, warnings }: Plugin) =>
    state === 'DISABLED' || failureCount > 0 || warnings.length > 0 || (broken[name]?.length ?? 0) > 0
  const troubled = plugins.filter(hasTrouble)
  const shown = (onlyTrouble ? troubled : plugins).filter(({ name }) => name.includes(wanted.trim().toLowerCase()))
  return (
    <div class="plugins">
      <h1>{texts.text('plugins')}</h1>
      <p class="hint">{texts.text('pluginsAbout')}</p>
      <div class="filters">
        <label>
          {texts.text('searchPlugins')}
          <input type="search" value={wanted} onInput={event => want(event.currentTarget.value)} />
        </label>
        <label class="filter-switch">
          <input
            type="checkbox"
            checked={onlyTrouble}
            onChange={event => setOnlyTrouble(event.currentTarget.checked)}
          />
          {texts.text('onlyTrouble', { count: troubled.length })}
        </label>
      </div>
      {failed && <Failed again={again} />}
      <p class="soft" role="status">
        {data ? texts.counted('pluginCount', shown.length) : texts.text('reading')}
      </p>
      {shown.map(plugin => (
        <PluginCard key={plugin.name} plugin={plugin} broken={broken[plugin.name] ?? []} isOpen={hasTrouble(plugin)} />
      ))}
    </div>
  )
}
