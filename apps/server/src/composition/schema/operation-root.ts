import { isThenable, type LoadedPlugin } from '@platform/plugin-host'
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { attribute, attributeField } from '../attribution.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>
type RootStep = (root: unknown, args: unknown, context: ServerContext, info: unknown) => unknown

/**
 * Runs the `schemaLevelResolveFunction` of every plugin once for each operation, before its root fields. The plugin
 * that is listed last comes first.
 */
export function resolveRoots(schema: GraphQLSchema, plugins: readonly LoadedPlugin[]): void {
  const steps = plugins
    .flatMap(plugin => {
      const { schemaLevelResolveFunction: run } = plugin.hooks
      return run ? [stepOf(plugin, run as RootStep)] : []
    })
    .reverse()
  if (steps.length === 0) return
  const rootsOf = () => new Map<unknown, unknown>()
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve } = field
      field.resolve = (root, args, context: ServerContext, info) => {
        context.preventSharing()
        const known = context.once(rootsOf)
        if (!known.has(info.operation)) known.set(info.operation, runAll(steps, { root, args, context, info }))
        const own = (value: unknown) =>
          resolve
            ? (resolve as Resolve)(value, args, context, info)
            : (value as Record<string, unknown> | undefined)?.[info.fieldName]
        const prepared = known.get(info.operation)
        return isThenable(prepared) ? Promise.resolve(prepared).then(own) : own(prepared)
      }
    }
  }
}

/** Work that a step starts and does not await is its plugin's, too. */
const stepOf = (plugin: LoadedPlugin, step: RootStep): RootStep => {
  const run = attribute(plugin, 'schemaLevelResolveFunction', 'schema', step)
  return attributeField(plugin, 'schemaLevelResolveFunction', 'schema', { run })
}

function runAll(
  steps: readonly RootStep[],
  { root, args, context, info }: { root: unknown; args: unknown; context: ServerContext; info: unknown },
): unknown {
  return steps.reduce<unknown>(
    (value, step) =>
      isThenable(value)
        ? Promise.resolve(value).then(ready => step(ready, args, context, info))
        : step(value, args, context, info),
    root,
  )
}
