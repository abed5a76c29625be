import { testExactRows } from './scroll-through.ts'

testExactRows('a queue of 5,000 comments, in Chromium', { size: 5_000, timeout: 1_800_000 })
