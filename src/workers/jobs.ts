// The service's jobs for worker threads, by name: functions of what they are given, loaded in the threads alone.

export const jobs = {};
