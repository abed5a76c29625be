import { expect, test } from 'vitest'
import { isProviderAddress } from '../src/index.ts'

test.each([
  'https://id.example',
  'https://id.example:8443/realms/x',
  'http://localhost:8080',
  'http://127.0.0.1',
  'http://127.1.2.3:9',
  'http://[::1]:8080/',
])('%s may be a provider', address => {
  expect(isProviderAddress(address)).toBe(true)
})

test.each([
  'http://id.example',
  'http://10.0.0.1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://127.evil',
  'https://me:pw@id.example',
  'https://me@id.example',
  'file:///etc/hosts',
  'id.example',
  '',
  'https://',
])('%s may not', address => {
  expect(isProviderAddress(address)).toBe(false)
})
