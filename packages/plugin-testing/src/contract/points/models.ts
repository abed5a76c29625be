import { randomUUID } from 'node:crypto'
import { messageOf } from '@platform/plugin-host'
import type { Model } from '@platform/plugin-sdk'
import type { TestPlatform } from '../../test-platform.ts'
import type { Finding } from '../finding.ts'
import type { RunningSubject } from '../subject.ts'

/** Milliseconds. */
const ERASED_WITHIN = 10_000

/** Each model stores its samples, reads those of older versions as new ones, and exports and erases its records. */
export async function checkModels({ hooks }: RunningSubject, platform: TestPlatform): Promise<Finding[]> {
  const found: Finding[] = []
  for (const model of hooks.models ?? []) found.push(...(await checkModel(model, platform)))
  return found
}

async function checkModel(model: Model, platform: TestPlatform): Promise<Finding[]> {
  const versions = Array.from({ length: model.version }, (_, i) => i + 1)
  const missing = versions.filter(version => model.samples[version] === undefined)
  if (missing.length > 0)
    return [
      finding(
        `the model ${model.name} has no sample of version ${missing.join(', ')}`,
        `write samples: { ${missing.map(version => `${version}: { ... }`).join(', ')} }, as that version stores a record`,
      ),
    ]
  const found: Finding[] = []
  // Samples of one unique index would refuse each other, so each is alone.
  for (const version of versions) found.push(...(await checkSample(model, version, platform)))
  return found
}

async function checkSample(model: Model, version: number, platform: TestPlatform): Promise<Finding[]> {
  const id = randomUUID()
  const { user } = await platform.createUser()
  const remove = () => platform.services.docstore.collection(model.name).deleteOne({ id })
  try {
    await storeSample(model, { id, version, userId: user.id }, platform)
  } catch (error) {
    await remove()
    const task = version === model.version ? 'stored' : `changed to version ${model.version}`
    return [
      finding(
        `the sample of version ${version} of the model ${model.name} can't be ${task}: ${messageOf(error)}`,
        'correct the sample, the schema or the migration',
      ),
    ]
  }
  const found = model.personalData === null ? [] : await personalProblems(model, user.id, platform)
  await remove()
  return found
}

/** Stores a sample as its version did, about this user. */
async function storeSample(
  model: Model,
  { id, version, userId }: { readonly id: string; readonly version: number; readonly userId: string },
  { services }: TestPlatform,
): Promise<void> {
  const sample: Readonly<Record<string, unknown>> = { ...model.samples[version] }
  const fields = Object.entries(sample).map(([name, value]) => [name, isUser(model, name, value) ? userId : value])
  const record = { ...Object.fromEntries(fields), id }
  if (version === model.version) await model.in(services).insert(record)
  else {
    await services.docstore.collection(model.name).insertOne({ ...record, record_version: version })
    await model.in(services).migrate()
  }
}

/** An older version may have another field for the user: it has the same value in its sample as in the newest one. */
function isUser({ personalData, samples, version }: Model, name: string, value: unknown): boolean {
  if (personalData === null) return false
  const newest: Readonly<Record<string, unknown>> = { ...samples[version] }
  return name === personalData.user || (typeof value === 'string' && value === newest[personalData.user])
}

async function personalProblems(model: Model, userId: string, { services }: TestPlatform): Promise<Finding[]> {
  const { personalData } = services.composition
  const name = model.name.slice(model.name.lastIndexOf('.') + 1)
  let exported = 0
  try {
    for await (const record of personalData.export(userId)) if (record.name === name) exported++
    await personalData.erase(userId, AbortSignal.timeout(ERASED_WITHIN))
  } catch (error) {
    return [finding(`personalData of the model ${model.name} fails: ${messageOf(error)}`, 'correct export or erase')]
  }
  const left = await model.in(services).count({ [model.personalData?.user ?? '']: userId })
  return [
    ...(exported === 0
      ? [finding(`the model ${model.name} exports no sample of a user`, 'correct personalData.user, or the migrations')]
      : []),
    ...(left > 0
      ? [finding(`the model ${model.name} keeps records of an erased user`, 'correct personalData.erase')]
      : []),
  ]
}

function finding(message: string, fix: string): Finding {
  return { point: 'models', message, fix }
}
