import { siblingFile } from '../../../runtime/sibling-file.ts'
import { workApart } from '../../../runtime/work-apart.ts'
import { LIMITS } from './reading-limits.ts'

workApart(siblingFile(import.meta.url, 'page-worker'), LIMITS)
