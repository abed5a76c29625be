import { readHooks } from '@platform/plugin-host'
import type { Given, Stubs } from '../given.ts'
import { checkRuns } from './check-runs.ts'
import type { ContractPoint, Finding } from './finding.ts'
import { checkCapabilities } from './points/capabilities.ts'
import { checkConfig } from './points/config.ts'
import { checkHookModes } from './points/hook-modes.ts'
import { checkPackage } from './points/package.ts'
import { checkDefinedHooks } from './points/plugin-hooks.ts'
import { checkReadme } from './points/readme.ts'
import { checkResolved } from './points/resolved.ts'
import { checkRoutes } from './points/routes.ts'
import { checkStrategies } from './points/strategies.ts'
import { checkTags } from './points/tags.ts'
import { checkTranslations } from './points/translations.ts'
import { findingOf } from './problems.ts'
import { subjectOf } from './subject.ts'

/**
 * How a plugin is checked.
 *
 * @example
 * const options: CheckOptions = { package: new URL('..', import.meta.url) }
 */
export interface CheckOptions {
  /** The package's folder: its `package.json` and README are checked too. */
  readonly package?: string | URL
  /** Stand-ins for plugins it requires. Default: plugins that give nothing. */
  readonly stubs?: Stubs
  /** Required plugins themselves, where stubs are not enough: it hooks fields of theirs, or gives hooks of theirs. */
  readonly beside?: readonly Given[]
}

/** The points that a plugin must keep to before it can start. */
const REASONS: readonly ContractPoint[] = ['strategies', 'translations']
const FAILED_START: readonly ContractPoint[] = ['loads', 'shape']

/**
 * Checks a plugin by the contract that all plugins keep to. It starts the platform with the plugin a few times; the
 * plugin's `init` runs, its mutators do not.
 *
 * @returns every breach of the contract; an empty list when there is none.
 * @example
 * expect(await checkPlugin(likes, { package: new URL('..', import.meta.url) })).toEqual([])
 */
export async function checkPlugin(
  plugin: Given,
  { package: folder, stubs = {}, beside = [] }: CheckOptions = {},
): Promise<readonly Finding[]> {
  const subject = await subjectOf(plugin, folder)
  const { problems } = readHooks(subject.hooks, {
    name: subject.manifest?.name ?? 'the plugin',
    origin: 'the plugin',
  })
  if (problems.length > 0) return problems.map(findingOf)
  const checks = [
    checkConfig,
    checkHookModes,
    checkDefinedHooks,
    checkResolved,
    checkRoutes,
    checkStrategies,
    checkTags,
    checkTranslations,
    checkCapabilities,
    checkPackage,
    checkReadme,
  ]
  const found: Finding[] = []
  for (const check of checks) found.push(...(await check(subject)))
  const ran = await checkRuns(subject, { stubs, beside })
  // A start that fails for a reason that is already in the findings is not reported again.
  const isExplained = found.some(({ point }) => REASONS.includes(point))
  return [...found, ...ran.filter(({ point }) => !isExplained || !FAILED_START.includes(point))]
}
