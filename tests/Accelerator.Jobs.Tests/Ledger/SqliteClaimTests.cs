namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteClaimTests : ClaimContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
