namespace Accelerator.Soak.Tests;

/// <summary>Kill -9 of the service at any point, and of PostgreSQL, its sessions and its server.</summary>
public sealed class PostgresCrashTests(ITestOutputHelper output)
{
    [ServerFact("inotify", "postgres", "initdb", "pg_ctl")]
    public Task A_service_over_PostgreSQL_that_is_killed_some_times_delivers_all_once() =>
        SoakProgram.RunAsync(output, "crashes", "--rounds", "3", "--ledger", "postgresql");

    [ServerFact("inotify", "postgres", "initdb", "pg_ctl")]
    [Trait("Run", "all")]
    public Task A_service_over_PostgreSQL_that_is_killed_with_it_again_and_again_delivers_all_once() =>
        SoakProgram.RunLongAsync(output, "crashes", "--rounds", "20", "--ledger", "postgresql");
}
