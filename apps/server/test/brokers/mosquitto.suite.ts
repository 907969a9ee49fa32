import { startMosquitto } from './broker-programs.ts'
import { describeDevices } from './device-suite.ts'
import { describeGateway } from './gateway-suite.ts'

describeDevices('Mosquitto', startMosquitto, { publishesWillOfTakenOver: true })
describeGateway('Mosquitto', startMosquitto, 'SIGTERM')
