import { intersects, ltr, minVersion, parse, satisfies, validRange } from 'semver'

/**
 * Version of what this package and the server promise to plugins: names and signatures of hooks, the contexts they get,
 * the manifest. It follows semver on its own, apart from the releases of either.
 *
 * @example
 * const { major } = parse(CONTRACT)
 */
export const CONTRACT = '1.0.0'

/**
 * How a plugin's `sdk` range and a contract go together.
 *
 * @example
 * const { fits, advice }: ContractFit = fitOfContract('^2.0')
 */
export interface ContractFit {
  readonly fits: boolean
  /** What to do about it, or to know of: reason and fix in one text; `null` when there is nothing to say. */
  readonly advice: string | null
  /** Why it does not fit; `null` when it does. */
  readonly reason: string | null
  /** What mends that: which of the two to update; `null` when it fits. */
  readonly fix: string | null
}

/**
 * Whether a plugin written for these versions runs on this contract. A release candidate lets plugins of the version
 * before it run too, so that sites can try it.
 *
 * @param contract - the contract of the server. @defaultValue CONTRACT
 * @example
 * fitsContract('^1.0') // true
 */
export function fitsContract(range: string, contract: string = CONTRACT): boolean {
  return fitOfContract(range, contract).fits
}

/**
 * The same as {@link fitsContract}, with what to tell the operator: which of the two to update, or that a plugin runs
 * only because the server is a release candidate.
 *
 * @example
 * fitOfContract('^2.0').advice // 'it is written for contract ^2.0 and this server has 1.0.0: update the server'
 */
export function fitOfContract(range: string, contract: string = CONTRACT): ContractFit {
  const version = parse(contract)
  if (!version || validRange(range) === null) return misfit(`${JSON.stringify(range)} is no range of versions`, null)
  const release = `${version.major}.${version.minor}.${version.patch}`
  if (satisfies(release, range)) return { fits: true, advice: null, reason: null, fix: null }
  const has = `it is written for contract ${range} and this server has ${contract}`
  if (ltr(release, range)) return misfit(has, 'update the server')
  if (version.prerelease.length > 0 && intersects(range, `>=${Math.max(1, version.major - 1)}.0.0 <${release}`)) {
    const advice = `${has}, a release candidate: it may stop working at the release`
    return { fits: true, advice, reason: null, fix: null }
  }
  return misfit(has, 'update the plugin')
}

function misfit(reason: string, fix: string | null): ContractFit {
  return { fits: false, reason, fix, advice: fix === null ? reason : `${reason}: ${fix}` }
}

/** What is wrong with an `sdk` range in itself; `null` for a range that says what it means. */
export function rangeProblem(range: string): string | null {
  if (validRange(range) === null) return 'is no range of versions'
  if (range.trim() === '' || satisfies(`${Number.MAX_SAFE_INTEGER}.0.0`, range))
    return 'fits every contract to come, which nobody can promise'
  if (minVersion(range)!.major < 1) return 'begins before 1.0.0, and there was no contract then'
  return null
}
