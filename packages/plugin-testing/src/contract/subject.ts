import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Configured,
  type GraphContext,
  type HookObject,
  isConfigured,
  type Manifest,
  type Plugin,
} from '@platform/plugin-sdk'
import type { Given } from '../given.ts'
import { manifestOf } from '../stubs.ts'

/** The plugin that is checked. */
export interface Subject {
  readonly given: Given
  readonly hooks: HookObject
  readonly manifest: Manifest | null
  /** The name without the prefix: the last part of its package's name. */
  readonly shortName: string | null
  /** The settings that the test gives it. */
  readonly input: Readonly<Record<string, unknown>>
  /** The settings as its schema parses them: the configuration that its hooks get. */
  readonly config: Readonly<Record<string, unknown>>
  /** Its package's folder. */
  readonly folder: string | null
}

/** A subject with the contexts of one running platform. */
export interface RunningSubject extends Subject {
  /** Makes a new context, as for one request. */
  context(): GraphContext
}

export async function subjectOf(given: Given, packageFolder: string | URL | undefined): Promise<Subject> {
  const configured = isConfigured(given as Plugin | Configured)
  const manifest = manifestOf(given) ?? null
  const folder =
    packageFolder === undefined ? null : packageFolder instanceof URL ? fileURLToPath(packageFolder) : packageFolder
  const input = (configured ? ((given as Configured).input ?? {}) : {}) as Subject['input']
  const name = manifest?.name ?? (folder === null ? null : basename(folder))
  return {
    given,
    folder,
    manifest,
    hooks: (configured ? (given as Configured).plugin : given) as HookObject,
    shortName: name?.replace(/^@[^/]+\//, '').replace(/^platform-plugin-/, '') ?? null,
    input,
    config: await configOf(manifest, input),
  }
}

/** Returns the settings unchanged when the schema refuses them; the start of the platform reports that. */
async function configOf(manifest: Manifest | null, input: Subject['input']): Promise<Subject['config']> {
  const result = await manifest?.config?.['~standard'].validate(input)
  return result && !result.issues ? (result.value as Subject['config']) : input
}
