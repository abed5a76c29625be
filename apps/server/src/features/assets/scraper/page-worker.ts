import { parentPort, workerData } from 'node:worker_threads'
import { readMetadata } from './page-metadata.ts'

parentPort?.postMessage(readMetadata(String(workerData)))
