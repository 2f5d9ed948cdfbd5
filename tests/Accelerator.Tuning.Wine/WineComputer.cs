using System.Security.AccessControl;
using System.Security.Principal;
using System.Text;
using System.Text.Json.Nodes;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Running;
using Accelerator.Tuning.Stores;
using Accelerator.Tuning.Tests.Recorded;
using Microsoft.Win32;

namespace Accelerator.Tuning.Wine;

/// <summary>
/// The tuning of a computer whose CIM was recorded, while its registry and its netsh are those of the Windows it runs on.
/// </summary>
internal sealed class WineComputer : IDisposable
{
    private readonly RegistryKey _root;
    private readonly string _below;
    private readonly Stream _output;
    private readonly HostFacts _host;
    private readonly SettingStore _store;
    private RegistryKey? _denied;

    public WineComputer(RegistryKey root, string below, Recording recording, Stream output)
    {
        _root = root;
        _below = below;
        _output = output;
        var registry = new WindowsRegistry(root, below);
        _host = HostReader.ReadWindows(registry, [], recording.Processors);
        var cim = new RecordedCim(recording.Classes);
        _store = new SettingStore(
            new RegistryStore(registry), new KeywordStore(registry, cim), new StackStore(cim, new CommandRunner()), new PowerPlanStore(new WindowsPowerPlans(), registry));
    }

    public void Dispose()
    {
        _denied?.SetAccessControl(Everyone(AccessControlType.Allow));
        _denied?.Dispose();
    }

    public async Task RunAsync(ReadOnlyMemory<string> words)
    {
        for (var rest = words; rest.Length > 0;)
        {
            var taken = rest.Span[0] switch
            {
                "apply" => await ApplyAsync(rest.Span[1], rest.Span[2]),
                "write" => await WriteAsync(rest.Span[1], rest.Span[2]),
                "delete" => await WriteAsync(rest.Span[1], null),
                "deny" => Deny(rest.Span[1]),
                _ => await ReadAsync(rest.Span[1]),
            };
            rest = rest[taken..];
        }
    }

    private async Task<int> ApplyAsync(string journals, string profile)
    {
        var snapshot = await HostReader.ReadAsync(_host, _store, CancellationToken.None);
        var plan = TuningPlanner.Make(ProfileReader.Read(await File.ReadAllBytesAsync(profile), profile), snapshot);
        foreach (var step in plan.Steps) Print(new JsonObject { ["step"] = step.Target.ToString(), ["now"] = step.Now.ToString(), ["value"] = step.Value });
        var outcome = await new TuningRunner(_store, new JournalFolder(journals), "here", TimeProvider.System).ApplyAsync(plan, isOnTrial: false, CancellationToken.None);
        Print(new JsonObject { ["done"] = outcome.IsDone, ["problems"] = new JsonArray([.. outcome.Problems.Select(problem => JsonValue.Create(problem))]) });
        return 3;
    }

    private async Task<int> WriteAsync(string id, string? value)
    {
        var problem = "";
        try
        {
            await _store.WriteAsync(Target(id), value, CancellationToken.None);
        }
        catch (SettingWriteException e)
        {
            problem = e.Message;
        }
        Print(new JsonObject { ["written"] = id, ["problem"] = problem });
        return value is null ? 2 : 3;
    }

    private async Task<int> ReadAsync(string id)
    {
        Print(new JsonObject { ["read"] = id, ["is"] = (await _store.ReadAsync(Target(id), CancellationToken.None)).ToString() });
        return 2;
    }

    // Removes all read and write access to the key until this program ends.
    private int Deny(string key)
    {
        _denied = _root.OpenSubKey($@"{_below}\{key}", RegistryKeyPermissionCheck.ReadWriteSubTree, RegistryRights.FullControl)!;
        _denied.SetAccessControl(Everyone(AccessControlType.Deny));
        return 2;
    }

    private static RegistrySecurity Everyone(AccessControlType access)
    {
        var security = new RegistrySecurity();
        security.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        security.AddAccessRule(new RegistryAccessRule(new SecurityIdentifier(WellKnownSidType.WorldSid, null), RegistryRights.FullControl, access));
        return security;
    }

    private SettingTarget Target(string id) => SettingTarget.Of(SettingCatalogue.Find(id)!, _host).First();

    private void Print(JsonObject line)
    {
        _output.Write(Encoding.UTF8.GetBytes(line.ToJsonString() + "\n"));
        _output.Flush();
    }
}
