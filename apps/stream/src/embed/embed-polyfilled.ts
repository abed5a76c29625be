// The embed script for all browsers of docs/reference/browsers.md.
import 'intersection-observer'
import { start } from './start.ts'

start()
