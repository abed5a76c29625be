import { isMap } from './describe.ts'
import { misshapen } from './hook-contents.ts'
import { baseName } from './names.ts'
import { answersTo, type Placed } from './order.ts'
import type { PluginSettings } from './plugin-list.ts'
import type { Problem } from './problem.ts'

/** A plugin whose jobs and mails are checked. */
export interface Queueing extends Placed {
  readonly origin: string
  readonly hooks: object | null
}

const KINDS = { jobs: 'job', mails: 'mail' } as const

/**
 * The problems of jobs and mails that begin with the name of another listed plugin, which may use that name with its
 * next version. It looks at the names alone, so that one is reported whatever else is wrong with the plugin.
 */
export function checkQueuedNames(
  plugin: Queueing,
  others: readonly Queueing[],
  { allow }: Pick<PluginSettings, 'allow'>,
): Problem[] {
  return (['jobs', 'mails'] as const).flatMap(hook =>
    Object.entries(entriesOf(plugin, hook)).flatMap(([name, entry]): Problem[] => {
      const owner = ownerOf(name, plugin, others)
      if (!owner || allow.includes(`${KINDS[hook]}.override:${name}`)) return []
      // When both plugins have it, the composition reports the conflict, unless it leaves this one out for its shape.
      if (name in entriesOf(owner, hook) && misshapen(hook, { [name]: entry }).length === 0) return []
      return [
        {
          code: 'PLUGIN_HOOK_INVALID',
          plugins: [{ name: plugin.name, origin: plugin.origin }],
          hook,
          at: name,
          message: `the name begins with that of the plugin ${owner.name}, which may have such a ${KINDS[hook]} itself`,
          fix: `call it ${baseName(plugin.name)}${name.slice(baseName(owner.name).length)}`,
        },
      ]
    }),
  )
}

/** The other plugin whose name a job or mail begins with; `undefined` when it begins with that of its own plugin. */
function ownerOf(name: string, plugin: Queueing, others: readonly Queueing[]): Queueing | undefined {
  const beginsWith = (other: Queueing) => name.startsWith(`${baseName(other.name)}.`)
  if (beginsWith(plugin)) return undefined
  return others.find(other => other !== plugin && !answersTo(other, plugin.name) && beginsWith(other))
}

function entriesOf({ hooks }: Queueing, hook: keyof typeof KINDS): Readonly<Record<string, unknown>> {
  const entries: unknown = hooks && Reflect.get(hooks, hook)
  return isMap(entries) ? entries : {}
}
