// The embed script for all browsers of docs/reference/browsers.md: one that lacks something loads it first.
import { start } from './start.ts'

start('embed-polyfill.js')
