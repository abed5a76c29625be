import { z } from 'zod'

const text = z.string().max(8_192).optional()
const report = z.object({
  'document-uri': text,
  referrer: text,
  'blocked-uri': text,
  'violated-directive': text,
  'effective-directive': text,
  'original-policy': text,
  disposition: text,
  'source-file': text,
  'script-sample': text,
  'line-number': z.number().optional(),
  'column-number': z.number().optional(),
  'status-code': z.number().optional(),
})

/** The report of a browser about a violated content security policy. */
export const cspReport = z.object({ 'csp-report': report })

/** The most reports that are logged in a minute. There is a limit, because any client can send reports. */
const LOGGED = 30
const WINDOW = 60_000

/** Makes a function that says whether one more report may be logged now. */
export function createReportGate(): (now: number) => boolean {
  let [since, logged] = [0, 0]
  return now => {
    if (now - since >= WINDOW) [since, logged] = [now, 0]
    logged += 1
    return logged <= LOGGED
  }
}
