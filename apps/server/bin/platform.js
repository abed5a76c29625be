#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { main } = await import('../dist/cli/main.js')
await main(process.argv)
