import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Lines of code that could send a browser elsewhere, and why each may be there. */
const KNOWN: Readonly<Record<string, string>> = {
  'apps/server/assets/handoff.js': 'to the embedding page, whose origin was found on the list of permitted domains',
  'apps/server/assets/providers.js': 'to what its page names, which the one function has read',
  'apps/server/src/request/own-path.ts': 'the one function that redirects, to paths of this site',
  'apps/server/src/outbound/outbound.ts': 'reads where another server redirects to; nothing is sent to a browser',
  'apps/stream/src/browser/islands.tsx': 'to the page to sign in, on pages of the platform only',
  'apps/stream/src/browser/open-forms.ts': 'to the page of a form, on pages of the platform only',
  'apps/stream/src/browser/visitor.ts': 'to the page to sign in, on pages of the platform only',
  'packages/provider-auth/src/strategy.ts': 'to the provider, at the address of its discovery document',
  'packages/plugin-sdk/src/hooks/strategies.ts': 'the type of what passport gives to strategies',
}

test('there is one function that redirects [O01]', () => {
  const files = globSync(
    [
      'apps/*/src/**/*.{ts,tsx}',
      'apps/*/assets/**/*.js',
      'packages/*/src/**/*.{ts,tsx}',
      'plugins/*/{server,client}/**/*.{ts,tsx}',
    ],
    { cwd: ROOT },
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter(file =>
    code(readFileSync(`${ROOT}/${file}`, 'utf8')).some(line =>
      /\bredirect\s*\(|['"`]location['"`]|\.back\(|http-equiv=.refresh|location\.(assign|replace)\b|\blocation\.href\s*=[^=]/i.test(
        line,
      ),
    ),
  )
  expect(found.map(file => relative(ROOT, `${ROOT}/${file}`)).toSorted()).toEqual(Object.keys(KNOWN).toSorted())
})

/** Lines without comments. */
function code(text: string): string[] {
  return text.split('\n').filter(line => !/^\s*(\*|\/\/|\/\*)/.test(line))
}
