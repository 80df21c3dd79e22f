// The gNMI messages that the agent sends and reads, with the field numbers of the public specification
// (https://github.com/openconfig/reference/blob/master/rpc/gnmi/gnmi-specification.md).
import { parse, type Type } from 'protobufjs';

/** Fields that the agent does not use are left out of this definition, because protobuf skips unknown fields. */
const proto = `
syntax = "proto3";
package gnmi;

enum Encoding { JSON = 0; BYTES = 1; PROTO = 2; ASCII = 3; JSON_IETF = 4; }
message PathElem { string name = 1; map<string, string> key = 2; }
message Path { string origin = 2; repeated PathElem elem = 3; string target = 4; }
message ScalarArray { repeated TypedValue element = 1; }
message Decimal64 { int64 digits = 1; uint32 precision = 2; }
message TypedValue {
  oneof value {
    string string_val = 1;
    int64 int_val = 2;
    uint64 uint_val = 3;
    bool bool_val = 4;
    bytes bytes_val = 5;
    float float_val = 6;
    Decimal64 decimal_val = 7;
    ScalarArray leaflist_val = 8;
    bytes json_val = 10;
    bytes json_ietf_val = 11;
    string ascii_val = 12;
    double double_val = 14;
  }
}
message Update { Path path = 1; TypedValue val = 3; }
message Notification { Path prefix = 2; repeated Update update = 4; }

message CapabilityRequest {}
message CapabilityResponse { repeated Encoding supported_encodings = 2; string gNMI_version = 3; }

message GetRequest { Path prefix = 1; repeated Path path = 2; uint32 type = 3; Encoding encoding = 5; }
message GetResponse { repeated Notification notification = 1; }

message Subscription { Path path = 1; uint32 mode = 2; }
message SubscriptionList {
  enum Mode { STREAM = 0; ONCE = 1; POLL = 2; }
  Path prefix = 1;
  repeated Subscription subscription = 2;
  Mode mode = 5;
  Encoding encoding = 8;
}
message SubscribeRequest { oneof request { SubscriptionList subscribe = 1; } }
message SubscribeResponse { oneof response { Notification update = 1; bool sync_response = 3; } }
`;
const { root } = parse(proto, { keepCase: true });
const type = (name: string): Type => root.lookupType(`gnmi.${name}`);

export const messages = {
  capabilityRequest: type('CapabilityRequest'),
  capabilityResponse: type('CapabilityResponse'),
  getRequest: type('GetRequest'),
  getResponse: type('GetResponse'),
  subscribeRequest: type('SubscribeRequest'),
  subscribeResponse: type('SubscribeResponse'),
} as const;
export type MessageName = keyof typeof messages;

/** The gNMI numbers of the encodings that the agent supports, in order of preference. */
export const encodings = { JSON_IETF: 4, PROTO: 2, JSON: 0 } as const;
export type Encoding = keyof typeof encodings;
export const onceMode = 1;

export interface PathElement {
  readonly name: string;
  readonly key?: Readonly<Record<string, string>>;
}

/**
 * Splits a path such as `/interfaces/interface[name=*]/state` into elements. The value of a key must not contain `]`.
 */
export const elementsOf = (path: string): PathElement[] =>
  [...path.matchAll(/\/([\w-]+)((?:\[[\w-]+=[^\]]*\])*)/g)].map(([, name = '', keys = '']) => ({
    name,
    key: Object.fromEntries(
      [...keys.matchAll(/\[([\w-]+)=([^\]]*)\]/g)].map(([, key = '', value = '']) => [key, value] as const),
    ),
  }));
