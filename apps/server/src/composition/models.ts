import { baseName, type LoadedPlugin, label, type Problem, referenceTo } from '@platform/plugin-host'
import {
  type GraphContext,
  type HookObject,
  type JobMap,
  type JobRun,
  type Model,
  type PersonalData,
  PlatformError,
  type ServiceDefinition,
} from '@platform/plugin-sdk'

/** How many records of a user one batch of an erasure changes. */
const BATCH = 100
/** How long a server may change records in one attempt of the job; each transaction of it is kept. Milliseconds. */
const PATIENCE = 6 * 3_600_000

/**
 * A plugin with the hooks that its models are made of: their indexes, the jobs that change records of older versions,
 * and the personal data.
 */
export function withModels(plugin: LoadedPlugin): LoadedPlugin {
  const { models = [], indexes = [], jobs, services, personalData } = plugin.hooks
  if (models.length === 0) return plugin
  const added = {
    indexes: [...indexes, ...models.flatMap(model => model.indexes)],
    jobs: { ...jobs, ...Object.fromEntries(models.map(model => [jobOf(model), migration(model)])) },
    services: { ...services, [`models-${baseName(plugin.name).replace(/[^\w-]/g, '-')}`]: beginning(models) },
    ...(personalData || models.some(isPersonal) ? { personalData: personalDataOf(models, personalData) } : {}),
  }
  // The manifest is a property that a spread would lose.
  const hooks: HookObject = Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(plugin.hooks), ...Object.getOwnPropertyDescriptors(added) },
  )
  return { ...plugin, hooks }
}

/** Models whose names do not begin with the name of their plugin, and models of the same name. */
export function modelProblems(plugins: readonly LoadedPlugin[]): Problem[] {
  const owners = new Map<string, LoadedPlugin>()
  return plugins.flatMap(plugin =>
    (plugin.hooks.models ?? []).flatMap(({ name }): Problem[] => {
      const prefix = `${baseName(plugin.name)}.`
      const first = owners.get(name)
      if (first) return [conflict(name, first, plugin)]
      owners.set(name, plugin)
      if (name.startsWith(prefix) && !name.slice(prefix.length).includes('.')) return []
      return [
        {
          code: 'PLUGIN_HOOK_INVALID',
          plugins: [referenceTo(plugin)],
          hook: 'models',
          at: name,
          message:
            'the name of a model begins with the name of its plugin, without platform-plugin-, so that no other plugin has it',
          fix: `call it ${prefix}${name.slice(name.lastIndexOf('.') + 1)}`,
        },
      ]
    }),
  )
}

function conflict(name: string, first: LoadedPlugin, second: LoadedPlugin): Problem {
  const twice = first === second
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: (twice ? [second] : [first, second]).map(referenceTo),
    claim: 'model',
    at: name,
    message: twice
      ? `${label(second)} lists the model ${name} twice`
      : `${label(first)} and ${label(second)} both define the model ${name}`,
    fix: twice ? `list it once in ${second.name}` : 'rename one of the two plugins, and its models with it',
  }
}

function jobOf({ name }: Model): string {
  return `${name}.migrate`
}

function migration(model: Model): JobMap[string] {
  return {
    timeout: PATIENCE,
    async run(_input: unknown, { services, log }: GraphContext, { signal }: JobRun) {
      const changed = await model.in(services).migrate({ signal })
      if (changed > 0) log.info({ model: model.name, version: model.version, changed }, 'records were changed')
    },
  }
}

/** Adds a job for each model with records of older versions. One of all servers does it. */
function beginning(models: readonly Model[]): ServiceDefinition<{ begin(): Promise<void> }, 'docstore' | 'jobs'> {
  return {
    needs: ['docstore', 'jobs'],
    create: services => ({
      async begin() {
        for (const model of models)
          if ((await model.in(services).outdated()) > 0)
            await services.jobs.add(jobOf(model), {}, { key: String(model.version) })
      },
    }),
    serve: service => service.begin(),
  }
}

function isPersonal({ personalData }: Model): boolean {
  return personalData !== null
}

/** The personal data of a plugin's own hook, and of its models. */
function personalDataOf(models: readonly Model[], own: PersonalData | undefined): PersonalData {
  return {
    async *export(userId, context) {
      if (own) yield* own.export(userId, context)
      for (const model of models) yield* exportFrom(model, userId, context)
    },
    async erase(userId, context) {
      const changed = (await own?.erase(userId, context)) ?? 0
      if (changed !== 0) return changed
      for (const model of models) {
        const erased = await eraseFrom(model, userId, context)
        if (erased > 0) return erased
      }
      return 0
    },
  }
}

async function* exportFrom(model: Model, userId: string, { services }: GraphContext) {
  const { personalData, name } = model
  if (!personalData) return
  const records = model.in(services)
  // A record of another version may have the user's id in another field.
  await assertNoneIsNewer(model, records)
  await records.migrate()
  for await (const record of records.each({ [personalData.user]: userId })) {
    const { [personalData.user]: _, ...others } = record as Record<string, unknown>
    yield { name: name.slice(name.lastIndexOf('.') + 1), record: { ...(personalData.export?.(record) ?? others) } }
  }
}

async function eraseFrom(model: Model, userId: string, { services }: GraphContext): Promise<number> {
  const { personalData, name, version } = model
  if (!personalData) return 0
  const { user } = personalData
  const records = model.in(services)
  // A record that can't be changed must not keep the others from being erased.
  const failure = await records.migrate().then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await assertNoneIsNewer(model, records)
  const current = failure ? { record_version: version } : {}
  const found = await records.find({ [user]: userId, ...current }, { limit: BATCH })
  if (found.length === 0 && failure) throw failure.error
  await records.batch(
    found.map(record => {
      if (!personalData.erase) return { remove: record.id }
      const changes: Readonly<Record<string, unknown>> = personalData.erase(record)
      if (!(user in changes) || changes[user] === userId)
        throw new Error(`erase of the model ${name} keeps the user: return another value of ${user}, such as null`)
      return { update: record.id, with: changes }
    }),
  )
  return found.length
}

/** While servers are updated, a job that an older one can't do is tried again, until one does it that can. */
async function assertNoneIsNewer({ name, version }: Model, records: ReturnType<Model['in']>): Promise<void> {
  const count = await records.newer()
  if (count > 0)
    throw new PlatformError(
      'NEWER_RECORD',
      `${count} records of ${name} are of a newer version than ${version}, the one of this server; a server with that ` +
        'version of the plugin has to do it',
      { status: 503 },
    )
}
