import { describe, expect, test } from 'vitest'
import { detectPackageManager } from '../../src/cli/plugins/package-manager.ts'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

const files = {
  'package.json': '{"name": "site", "dependencies": {}}',
  'plugins.json':
    '{"server": ["mine", "nowhere", {"platform-plugin-good": "^1.0"}, {"platform-plugin-old": "^2.0"}], "client": [{"platform-plugin-gone": "~3.1"}, {"platform-plugin-old": "^2.0"}]}',
  'plugins/mine/index.js': 'module.exports = {}',
  'node_modules/platform-plugin-good/package.json': '{"version": "1.9.9"}',
  'node_modules/platform-plugin-old/package.json': '{"version": "1.0.0"}',
}

test('a dry run prints what would be installed and installs nothing [P31]', async () => {
  await using site = await createSite(files, { packages: false })
  const { code, out } = await site.platform(['plugins', 'reconcile', '--dry-run', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    changed: false,
    satisfied: ['mine', 'platform-plugin-good'],
    unresolved: ['nowhere'],
    install: [
      { name: 'platform-plugin-old', range: '^2.0', version: '1.0.0', installed: '1.0.0' },
      { name: 'platform-plugin-gone', range: '~3.1', version: null, installed: null },
    ],
    command: 'npm install --ignore-scripts --no-audit --no-fund platform-plugin-old@^2.0 platform-plugin-gone@~3.1',
  })
  expect(await site.read('package.json')).toBe(files['package.json'])
})

test('--frozen fails when a plugin would be installed, but not for a plugin in a folder', async () => {
  await using site = await createSite(files, { packages: false })
  const frozen = await site.platform(['plugins', 'reconcile', '--frozen'])
  expect([frozen.code, frozen.out]).toEqual([
    1,
    expect.stringMatching(/to install {2}platform-plugin-old \^2\.0 \(was 1\.0\.0\)[\s\S]*are not the listed ones/),
  ])
  await site.write({ 'plugins.json': '{"server": ["nowhere", "mine", {"platform-plugin-good": "^1.0"}]}' })
  const again = await site.platform(['plugins', 'reconcile', '--frozen'])
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringMatching(/Every listed plugin is installed\.\nnote {2}nowhere is not a folder/),
  ])
})

test('a missing package manager is named in the error', async () => {
  await using site = await createSite(
    { ...files, 'package.json': '{"packageManager": "bun@1.2.0"}' },
    { packages: false },
  )
  const { code, err } = await site.platform(['plugins', 'reconcile'], { PATH: site.root })
  expect([code, err]).toEqual([1, expect.stringMatching(/^bun could not be started/)])
  expect(await site.read('package.json')).toBe('{"packageManager": "bun@1.2.0"}')
})

test('when the registry does not answer, nothing is changed [P30]', async () => {
  await using site = await createSite(
    { ...files, '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\n' },
    { packages: false },
  )
  const { code, err } = await site.platform(['plugins', 'reconcile'])
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^npm could not install platform-plugin-old@\^2\.0, platform-plugin-gone@~3\.1; nothing was changed/,
    ),
  ])
  expect(await site.read('package.json')).toBe(files['package.json'])
  await expect(site.read('package-lock.json')).rejects.toThrow('ENOENT')
})

describe('the package manager of a project', () => {
  test.for<[string, Record<string, string>, string]>([
    ['no lock file', {}, 'npm install --ignore-scripts --no-audit --no-fund p@^1'],
    ['npm', { 'package-lock.json': '{}' }, 'npm install --ignore-scripts --no-audit --no-fund p@^1'],
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm add --ignore-scripts p@^1'],
    [
      'a pnpm workspace',
      { 'package.json': '{"packageManager": "pnpm@12.0.0"}', 'pnpm-workspace.yaml': '' },
      'pnpm add --ignore-scripts --workspace-root p@^1',
    ],
    ['yarn 1', { 'yarn.lock': '' }, 'yarn add --ignore-scripts p@^1'],
    ['yarn 4', { 'package.json': '{"packageManager": "yarn@4.9.0"}' }, 'yarn add --mode=skip-build p@^1'],
    ['bun', { 'bun.lock': '' }, 'bun add --ignore-scripts p@^1'],
    [
      'what is declared, not the lock file',
      { 'package.json': '{"packageManager": "npm@11.0.0"}', 'yarn.lock': '' },
      'npm install --ignore-scripts --no-audit --no-fund p@^1',
    ],
  ])('%s', async ([, given, command]) => {
    await using site = await createSite(given, { packages: false })
    expect(detectPackageManager(site.root).addCommand(['p@^1']).join(' ')).toBe(command)
  })
})
