namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteNodeTests : NodeContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
