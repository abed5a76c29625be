import { testExactRows } from './scroll-through.ts'

testExactRows('a long queue, in Chromium', { size: 300, timeout: 120_000 })
