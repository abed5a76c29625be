import type { ComponentChildren } from 'preact'
import { useAdmin } from '../app/context.ts'
import type { Plugin } from './plugin.ts'
import { PluginSettings } from './plugin-settings.tsx'
import { Troubles } from './troubles.tsx'
import type { ComponentFailure } from './use-component-failures.ts'

interface PluginCardProps {
  readonly plugin: Plugin
  readonly broken: readonly ComponentFailure[]
  /** Whether everything is shown at first. */
  readonly isOpen: boolean
}

/** A plugin: its name, version and state, and behind them what it does and how it is configured. */
export function PluginCard({ plugin, broken, isOpen }: PluginCardProps) {
  const { texts } = useAdmin()
  const { name, version, state, origin, server, client, hooks, bootTime } = plugin
  const failures = plugin.failureCount + broken.reduce((sum, { count }) => sum + count, 0)
  const troubles = plugin.warnings.length
  return (
    <details class="plugin" open={isOpen}>
      <summary>
        <strong>{name}</strong>
        {version && <span class="soft">{version}</span>}
        {state === 'DISABLED' && <span class="label wrong">{texts.text('disabledPlugin')}</span>}
        {failures > 0 && <span class="label wrong">{texts.counted('failures', failures)}</span>}
        {troubles > 0 && <span class="label held">{texts.counted('warnings', troubles)}</span>}
      </summary>
      <div class="plugin-content">
        <Troubles plugin={plugin} broken={broken} />
        <dl class="facts">
          <Fact label={texts.text('parts')}>
            {[server && texts.text('serverPart'), client && texts.text('clientPart')].filter(Boolean).join(', ') || '–'}
          </Fact>
          <Fact label={texts.text('hooks')}>{hooks.length > 0 ? <code>{hooks.join(', ')}</code> : '–'}</Fact>
          {server && <Fact label={texts.text('bootTime')}>{`${texts.number(bootTime)} ms`}</Fact>}
          {origin && (
            <Fact label={texts.text('loadedFrom')}>
              <code>{origin}</code>
            </Fact>
          )}
        </dl>
        <PluginSettings plugin={plugin} />
      </div>
    </details>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
