import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeConfig, loadConfig } from '../src/index.ts'
import { emptyFolder, production, refusal } from './environment.ts'

function folderWith(text: string): string {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, '.env'), text)
  return cwd
}

test('development reads variables that are not set from .env: quotes, export, BOM, CRLF, comments [V43]', () => {
  const cwd = folderWith(
    '\uFEFF# mine\r\nPORT=4000\r\nexport HOST="127.0.0.1" # here\r\n\r\nPLATFORM_JWT_AUDIENCE=\'mine\'\r\n',
  )
  const config = loadConfig({ env: { PORT: '5000', HOST: '' }, cwd })
  expect(config).toMatchObject({ port: 5000, host: '127.0.0.1', jwt: { audience: 'mine' } })
  expect(describeConfig({ env: {}, cwd })).toContainEqual({ variable: 'PORT', value: '4000', source: '.env' })
})

test('a quoted value may span lines [V43]', () => {
  const secret = '{"kid":"a",\n"secret":"0123456789012345678901234567890123456789"}'
  expect(loadConfig({ env: {}, cwd: folderWith(`PLATFORM_JWT_SECRET='${secret}'\nPORT=4000\n`) })).toMatchObject({
    port: 4000,
    jwt: { secret },
  })
})

test('bad lines are refused by number, never shown [V43]', () => {
  const cwd = folderWith('PORT=4000\nPASSWORD hunter2\nPORT=4001\n\nX="hunter2\n')
  const { problems } = refusal(() => loadConfig({ env: {}, cwd }))
  expect(problems).toEqual([
    { variable: '.env', message: 'line 2: must be NAME=VALUE, a # comment or blank' },
    { variable: '.env', message: 'line 3: sets PORT again, after line 1; keep one' },
    { variable: '.env', message: 'line 5: the quote that opens the value of X is never closed' },
  ])
})

test('a folder named .env and an oversized file are refused [V43]', () => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, '.env'))
  expect(refusal(() => loadConfig({ env: {}, cwd })).message).toBe('CONFIG_INVALID .env: must be a file')
  expect(refusal(() => loadConfig({ env: {}, cwd: folderWith(`X=${'x'.repeat(1_000_000)}`) })).message).toContain(
    'at most 65536 bytes',
  )
})

test('production ignores .env with a warning, tests ignore it silently [V43]', () => {
  const cwd = folderWith('PORT=4000\nbroken')
  const config = loadConfig({ env: production, cwd })
  expect(config.port).toBe(3000)
  expect(config.warnings).toEqual([expect.stringContaining('.env is ignored in production')])
  expect(loadConfig({ env: { NODE_ENV: 'test' }, cwd })).toMatchObject({ port: 3000, warnings: [] })
})

test('.env is left alone when the caller says so, and cannot choose the mode', () => {
  expect(loadConfig({ env: {}, cwd: folderWith('PORT=4000'), dotenv: false }).port).toBe(3000)
  const config = loadConfig({ env: {}, cwd: folderWith('NODE_ENV=production') })
  expect(config.mode).toBe('development')
  expect(config.warnings).toEqual([expect.stringContaining('NODE_ENV')])
})
