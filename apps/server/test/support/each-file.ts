import { restartSerial } from './serial.ts'

/** Vitest runs it before each file of tests: all of them share a process. */
restartSerial()
