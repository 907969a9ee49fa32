import { startMosquitto } from './broker-programs.ts'
import { describeDevices } from './device-suite.ts'
import { describeGateway } from './gateway-suite.ts'

describeDevices('Mosquitto', startMosquitto, { publishesWillOfTakenOver: true })
// It writes its queues to the disk when it is ended in order, and every half an hour; a power cut loses what is newer.
describeGateway('Mosquitto', startMosquitto, 'SIGTERM')
