namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteFolderTests : FolderContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
