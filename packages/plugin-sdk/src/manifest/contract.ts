import { intersects, ltr, minVersion, parse, satisfies, validRange } from 'semver'

/**
 * The version of the contract between server and plugins: names and signatures of hooks, the contexts, the manifest. It
 * follows semver, and does not change with the versions of this package or of the server.
 *
 * @example
 * const { major } = parse(CONTRACT)
 */
export const CONTRACT = '1.0.0'

/**
 * Whether a plugin's `sdk` range fits a contract, and what to do when it does not.
 *
 * @example
 * const { fits, advice }: ContractFit = fitOfContract('^2.0')
 */
export interface ContractFit {
  readonly fits: boolean
  /** A text for the operator: the reason and the fix, or a warning about a release candidate; otherwise `null`. */
  readonly advice: string | null
  /** Why it does not fit; `null` when it does. */
  readonly reason: string | null
  /** Which of the two to update; `null` when it fits. */
  readonly fix: string | null
}

/**
 * Returns whether a plugin with this `sdk` range runs on a contract. On a release candidate the plugins of the version
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
 * Compares a plugin's `sdk` range with a contract as {@link fitsContract} does, and says what to do: which of the two
 * to update, or that the plugin runs only because the server is a release candidate.
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

/** The problem of an `sdk` range that has no end or no valid beginning; `null` for a valid range. */
export function rangeProblem(range: string): string | null {
  if (validRange(range) === null) return 'is no range of versions'
  if (range.trim() === '' || satisfies(`${Number.MAX_SAFE_INTEGER}.0.0`, range))
    return 'fits every contract to come, which no plugin can promise'
  if (minVersion(range)!.major < 1) return 'begins before 1.0.0, and there was no contract then'
  return null
}
