import { CompositionError, messageOf } from '@platform/plugin-host'
import { definePlugin, type GraphContext } from '@platform/plugin-sdk'
import { createTestPlatform } from '../create-test-platform.ts'
import type { Given, Stubs } from '../given.ts'
import { manifestOf } from '../stubs.ts'
import type { TestPlatform } from '../test-platform.ts'
import { ForgottenError } from '../watch/forgotten.ts'
import { watch } from '../watch/watch.ts'
import type { ContractPoint, Finding } from './finding.ts'
import { checkAssetData } from './points/asset-data.ts'
import { checkLiveFilters } from './points/live-filters.ts'
import { checkLoaders } from './points/loaders.ts'
import { checkModels } from './points/models.ts'
import { checkPersonalData } from './points/personal-data.ts'
import { checkSorts } from './points/sorts.ts'
import { checkUnknownTokens } from './points/unknown-tokens.ts'
import { findingOf, findingOfForgotten } from './problems.ts'
import type { Subject } from './subject.ts'
import { takePart } from './take-part.ts'

/** Starts the plugin, uses it, starts it again, stops it; then lets a start fail. */
export async function checkRuns(
  subject: Subject,
  { stubs, beside }: { stubs: Stubs; beside: readonly Given[] },
): Promise<Finding[]> {
  const given = { plugins: [...beside, subject.given], stubs: { ...emptyStubs(subject, beside), ...stubs } }
  let platform: TestPlatform
  try {
    platform = (await createTestPlatform(given)) as unknown as TestPlatform
  } catch (error) {
    return error instanceof CompositionError
      ? error.problems.map(findingOf)
      : [failed('loads', 'it does not start', error)]
  }
  const living = { ...subject, context: () => platform.context as unknown as GraphContext }
  const used = (
    await Promise.all([checkLoaders, checkLiveFilters, checkSorts, checkUnknownTokens].map(check => check(living)))
  ).flat()
  const part = await takePart(platform)
  used.push(...(await checkAssetData(living, platform, part)))
  used.push(...(await checkPersonalData(living, platform, part)))
  used.push(...(await checkModels(living, platform)))
  const again = await platform.restart().then(
    () => [],
    (error: unknown) => [failed('loads-again', 'it does not start a second time', error)],
  )
  const left = await closeAndTell(() => platform.close())
  return [...used, ...again, ...left, ...(await checkFailedStart(given))]
}

/** An empty stub for each required plugin that `beside` does not give. */
function emptyStubs({ manifest }: Subject, beside: readonly Given[]): Stubs {
  const present = beside.map(plugin => manifestOf(plugin)?.name)
  return Object.fromEntries(
    Object.keys(manifest?.requires ?? {})
      .filter(name => !present.includes(name))
      .map(name => [name, {}]),
  )
}

async function closeAndTell(close: () => Promise<unknown>): Promise<Finding[]> {
  try {
    await close()
    return []
  } catch (error) {
    return error instanceof ForgottenError
      ? error.forgotten.map(found => findingOfForgotten(found))
      : [failed('shutdown', 'it does not stop', error)]
  }
}

/** Lets a start fail after the plugin's `init`: everything that `init` started must be ended. */
async function checkFailedStart({ plugins, stubs }: { plugins: readonly Given[]; stubs: Stubs }): Promise<Finding[]> {
  const failing = definePlugin({
    name: 'fails-to-start',
    sdk: '^1.0',
    init: () => {
      throw new FailedOnPurpose()
    },
  })
  const watching = watch([])
  await createTestPlatform({ plugins: [...plugins, failing], stubs, onUnhandled: 'collect' }).then(
    platform => platform.close(),
    () => {},
  )
  const left = (await watching.stop()).filter(({ code }) => code.startsWith('LEAKED_'))
  return left.map(found => findingOfForgotten(found, 'failed-start'))
}

class FailedOnPurpose extends Error {}

function failed(point: ContractPoint, message: string, error: unknown): Finding {
  return {
    point,
    message: `${message}: ${messageOf(error)}`,
    fix: 'mend what the message names: a hook that threw, or the platform that the test starts',
  }
}
