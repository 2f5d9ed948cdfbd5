using System.Runtime.Versioning;
using Accelerator.Tuning.Tests.Recorded;
using Accelerator.Tuning.Wine;
using Microsoft.Win32;

[assembly: SupportedOSPlatform("windows")]

// Arguments: the file of a recording, the key of HKEY_CURRENT_USER that replaces HKEY_LOCAL_MACHINE, then any number of "apply JOURNALS
// PROFILE", "read SETTING", "write SETTING VALUE", "delete SETTING" and "deny KEY". Every result is a line of JSON.
using var root = RegistryKey.OpenBaseKey(RegistryHive.CurrentUser, RegistryView.Registry64);
await using var output = Console.OpenStandardOutput();
using var computer = new WineComputer(root, args[1], Recording.Read(args[0]), output);
await computer.RunAsync(args.AsMemory(2));
