import { startMosquitto } from './broker-programs.ts'
import { describeDevices } from './device-suite.ts'

describeDevices('Mosquitto', startMosquitto, { publishesWillOfTakenOver: true })
